#!/bin/sh
# Applies an overlay to the cluster of the current kubectl context: settings, the migration, then the processes, pod by pod.
# Safe to repeat, also after a failure.
#
#   infra/deploy/kubernetes/roll-out.sh local
#   infra/deploy/kubernetes/roll-out.sh production
#
# Migrations only add (expand), so processes of the previous version keep working.
set -eu
overlay="$(dirname "$0")/overlays/${1:?Say which overlay: local or production}"
namespace=$(sed -n 's/^namespace: //p' "$overlay/kustomization.yaml")

rendered=$(mktemp)
trap 'rm -f "$rendered"' EXIT
kubectl kustomize "$overlay" > "$rendered"

echo "1 of 3: settings, secrets, addresses, who may speak to whom"
kubectl apply -f "$rendered" -l '!roll-out'
for store in $(kubectl get statefulsets -n "$namespace" -l '!roll-out' -o name); do
  kubectl rollout status -n "$namespace" "$store" --timeout=5m
done

echo "2 of 3: the database"
for job in migrate first-admin; do
  # A Job can't be changed: deletes that of the last roll-out.
  kubectl delete job "$job" -n "$namespace" --ignore-not-found
  kubectl apply -f "$rendered" -l "roll-out=$job"
  if ! kubectl wait -n "$namespace" --for=condition=complete --timeout=11m "job/$job"; then
    kubectl logs -n "$namespace" "job/$job" --tail=50 || true
    echo "$job did not end well. The processes are as they were." >&2
    exit 1
  fi
done

echo "3 of 3: the processes"
kubectl apply -f "$rendered" -l roll-out=serve
for process in $(kubectl get deployments -n "$namespace" -l roll-out=serve -o name); do
  kubectl rollout status -n "$namespace" "$process" --timeout=10m
done
echo "Done."
