#!/usr/bin/env bash
# Replaces the containers of services without losing a request: starts as many new ones with the present image and settings,
# waits until they are healthy, then stops the old ones one after the other.
#
#   infra/deploy/docker/roll-out.sh              all processes of ours but web, the gateway last
#   infra/deploy/docker/roll-out.sh auth menu    only these
#
# Reads the same variables as docker-compose (.env, COMPOSE_PROJECT_NAME, COMPOSE_FILE). Replacing web this way needs a second
# port: a range in PORT.
set -euo pipefail
compose=(docker-compose)
command -v docker-compose >/dev/null || compose=(docker compose)

if (($# == 0)); then
  others='web|tls|gateway|secrets|migrate|first-admin|demo|backup|postgres|redis-cache|redis-queue|prometheus|alertmanager|grafana'
  mapfile -t services < <("${compose[@]}" config --services | grep -vxE "$others" | sort)
  set -- "${services[@]}" gateway
fi

for service in "$@"; do
  mapfile -t old < <("${compose[@]}" ps -q "$service")
  echo "$service: ${#old[@]} replaced"
  # A service that came with this version has none yet.
  count=$((2 * ${#old[@]}))
  "${compose[@]}" up -d --no-deps --no-recreate --scale "$service=$((count > 0 ? count : 1))" "$service"
  SECONDS=0
  for container in $("${compose[@]}" ps -q "$service"); do
    until [[ $(docker inspect -f '{{.State.Health.Status}}' "$container") == healthy ]]; do
      if ((SECONDS > 300)); then echo "$service did not become healthy; the old ones still run" >&2; exit 1; fi
      sleep 1
    done
  done
  for container in "${old[@]}"; do
    docker stop -t 40 "$container" >/dev/null
    docker rm "$container" >/dev/null
  done
done
