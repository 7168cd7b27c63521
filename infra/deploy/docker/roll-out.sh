#!/usr/bin/env bash
# Replaces the containers of services by new ones, of the image and settings of now, without a request being lost:
# as many new ones are started beside the old, and when they are healthy the old ones are stopped one after another.
#
#   infra/deploy/docker/roll-out.sh auth menu
#
# The same variables count as for docker-compose (.env, COMPOSE_PROJECT_NAME, COMPOSE_FILE). web needs a second port to
# come up beside itself: a range in PORT.
set -euo pipefail
compose=(docker-compose)
command -v docker-compose >/dev/null || compose=(docker compose)

for service in "$@"; do
  mapfile -t old < <("${compose[@]}" ps -q "$service")
  echo "$service: ${#old[@]} replaced"
  "${compose[@]}" up -d --no-deps --no-recreate --scale "$service=$((2 * ${#old[@]}))" "$service"
  for container in $("${compose[@]}" ps -q "$service"); do
    until [[ $(docker inspect -f '{{.State.Health.Status}}' "$container") == healthy ]]; do
      if ((SECONDS > 300)); then echo "$service did not become healthy; the old ones still run" >&2; exit 1; fi
      sleep 1
    done
  done
  for container in "${old[@]}"; do
    docker stop -t 30 "$container" >/dev/null
    docker rm "$container" >/dev/null
  done
done
