#!/bin/sh
# Writes the site's configuration for this container and runs nginx. On SIGTERM, SIGINT or SIGQUIT the container is no longer ready,
# but serves for DRAIN_DELAY_MS: load balancers send requests until they know. Then nginx finishes what it has begun and ends.
#   GATEWAY      host:port of the gateway; the name may have many, changing addresses
#   PUBLIC_MENU  the same of public-menu, for refreshes of cached menus
#   PUBLIC_ORIGIN   the site's address in browsers
#   CACHE_SIZE   the maximum size of the menu cache in /tmp
#   TRUSTED_PROXIES   networks, separated by commas, of proxies in front of this one, whose X-Forwarded-For is believed
#   RATE_LIMIT_FACTOR   a factor on what one address may have open at once
#   DRAIN_DELAY_MS   15000 by default
set -eu
export LISTEN=8080 EDGE_LISTEN=8081 EDGE_PORT=8081 WEB_ROOT=/srv/web CACHE_DIR=/tmp/menus PICTURES_DIR=/pictures
export GATEWAY="${GATEWAY:-gateway:8080}" PUBLIC_MENU="${PUBLIC_MENU:-public-menu:8080}" CACHE_SIZE="${CACHE_SIZE:-192m}"
export PUBLIC_ORIGIN="${PUBLIC_ORIGIN:-http://localhost:8080}"
RESOLVER=$(awk '$1 == "nameserver" { print ($2 ~ /:/) ? "[" $2 "]" : $2; exit }' /etc/resolv.conf)
version=$(nginx -v 2>&1 | sed 's|.*/||')
if [ "$(printf '%s\n' 1.27.3 "$version" | sort -V | head -n 1)" = 1.27.3 ]; then
  # This nginx follows the name's addresses and keeps connections open.
  GATEWAY_SERVER="$GATEWAY resolve" GATEWAY_TARGET=gateway
  MENU_SERVER="$PUBLIC_MENU resolve" MENU_TARGET=menus
else
  # This older nginx resolves the name per request, with a cache of a second; the upstream group stays unused.
  GATEWAY_SERVER='127.0.0.1:1 down' GATEWAY_TARGET="$GATEWAY"
  MENU_SERVER='127.0.0.1:1 down' MENU_TARGET="$PUBLIC_MENU"
fi
export RESOLVER GATEWAY_SERVER GATEWAY_TARGET MENU_SERVER MENU_TARGET
envsubst '${LISTEN} ${EDGE_LISTEN} ${EDGE_PORT} ${WEB_ROOT} ${PUBLIC_ORIGIN} ${PICTURES_DIR} ${CACHE_DIR} ${CACHE_SIZE} ${GATEWAY_SERVER} ${GATEWAY_TARGET} ${MENU_SERVER} ${MENU_TARGET} ${RESOLVER}' \
  < /etc/tavola/site.conf.template \
  | awk -v factor="${RATE_LIMIT_FACTOR:-1}" '$1 == "limit_conn" { most = $3 * factor; $3 = (most < 65535 ? most : 65535) ";" } 1' \
  > /tmp/site.conf
echo "${TRUSTED_PROXIES:-}" | tr , '\n' | sed -n 's/^ *\([^ ]\{1,\}\) *$/set_real_ip_from \1;/p' > /tmp/trusted-proxies.conf
if [ "$(printf '%s\n' 1.27.4 "$version" | sort -V | head -n 1)" = 1.27.4 ]; then
  # An nginx that ends would close idle connections just as a request is sent on them.
  echo 'keepalive_min_timeout 10s;' >> /tmp/site.conf
fi

end() {
  trap '' TERM INT QUIT
  touch /tmp/ending
  sleep $((${DRAIN_DELAY_MS:-15000} / 1000))
  kill -QUIT "$nginx" || true
}
rm -f /tmp/ending
trap end TERM INT QUIT
nginx -c /etc/tavola/nginx.conf -e stderr -g 'daemon off;' &
nginx=$!
code=0
# A signal ends `wait`, too.
while kill -0 "$nginx" 2>/dev/null; do
  code=0
  wait "$nginx" || code=$?
done
exit "$code"
