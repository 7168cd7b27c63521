-- Prints what wrk counted as one line of JSON.
function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    '{"requests":%d,"bytes":%d,"microseconds":%d,"p50":%d,"p99":%d,"failed":%d,"refused":%d}',
    summary.requests, summary.bytes, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.timeout, errors.status
  ))
end
