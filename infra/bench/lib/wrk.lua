-- Prints what wrk counted as one line of JSON. Arguments after "--": a file with one request a line
-- ("GET path" or "PUT path token body"), to be sent over and over in that order; and "count" to count statuses and X-Cache.

local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  if args[1] then
    local requests = {}
    for line in io.lines(args[1]) do
      local path, token, body = line:match("^PUT (%S+) (%S+) (.+)$")
      if path then
        local headers = { Authorization = "Bearer " .. token, ["Content-Type"] = "application/json" }
        for name, value in pairs(wrk.headers) do headers[name] = value end
        table.insert(requests, wrk.format("PUT", path, headers, body))
      else
        table.insert(requests, wrk.format("GET", line:match("^GET (%S+)$")))
      end
    end
    -- Another place at every start: what comes first would be warmer than the rest.
    math.randomseed(os.time())
    local at = math.random(#requests)
    request = function()
      at = at % #requests + 1
      return requests[at]
    end
  end
  if args[2] == "count" then
    counts = {}
    response = function(status, headers)
      local cache = "none"
      for name, value in pairs(headers) do
        if name:lower() == "x-cache" then cache = value end
      end
      local key = status .. " " .. cache
      counts[key] = (counts[key] or 0) + 1
    end
  end
end

function done(summary, latency)
  local counted = {}
  for key, count in pairs(threads[1]:get("counts") or {}) do
    table.insert(counted, string.format('"%s":%d', key, count))
  end
  local errors = summary.errors
  print(string.format(
    '{"requests":%d,"bytes":%d,"microseconds":%d,"p50":%d,"p99":%d,"failed":%d,"refused":%d,"counts":{%s}}',
    summary.requests, summary.bytes, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.timeout, errors.status, table.concat(counted, ",")
  ))
end
