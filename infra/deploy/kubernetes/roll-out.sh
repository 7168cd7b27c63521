#!/bin/sh
# Applies an overlay to the cluster of the current kubectl context: settings, the migration, then the processes, pod by pod.
# Safe to repeat, also after a failure.
#
#   infra/deploy/kubernetes/roll-out.sh local
#   infra/deploy/kubernetes/roll-out.sh production
#   infra/deploy/kubernetes/roll-out.sh production-gateway
#
# Migrations only add (expand), so processes of the previous version keep working.
set -eu
overlay="$(dirname "$0")/overlays/${1:?Say which overlay: local, production or production-gateway}"

rendered=$(mktemp)
trap 'rm -f "$rendered"' EXIT
if ! problem=$(kubectl kustomize "$overlay" 2>&1 > "$rendered"); then
  case $problem in
    *evalsymlink*/overlays/local/secrets/*) echo "First: npm run kubernetes:secrets" >&2 ;;
    *) echo "$problem" >&2 ;;
  esac
  exit 1
fi
namespace=$(sed -n 's/^  namespace: //p' "$rendered" | head -n 1)

# Ends with the log of the pods with the label $2, and the message $1.
fail() {
  kubectl logs -n "$namespace" -l "$2" --all-containers --prefix --tail=50 >&2 || true
  kubectl get pods -n "$namespace" -l "$2" >&2 || true
  echo "$1" >&2
  exit 1
}

# Why containers of the pods with the label $1 can't start; fails if none is known.
stuck() {
  kubectl get pods -n "$namespace" -l "$1" \
    -o 'jsonpath={range .items[*].status.containerStatuses[*]}{.state.waiting.reason}: {.image}{"\n"}{end}' |
    grep -m 1 -E '^(ErrImageNeverPull|ImagePullBackOff|InvalidImageName|CreateContainerConfigError)'
}

echo "1 of 3: settings, secrets, addresses, who may speak to whom"
kubectl apply -f "$rendered" -l '!roll-out'
for store in $(kubectl get statefulsets -n "$namespace" -l '!roll-out' -o name); do
  kubectl rollout status -n "$namespace" "$store" --timeout=5m ||
    fail "$store is not ready. The processes are as they were." "app.kubernetes.io/name=${store#*/}"
done

echo "2 of 3: the database"
for job in migrate first-admin; do
  # A Job can't be changed: deletes that of the last roll-out.
  kubectl delete job "$job" -n "$namespace" --ignore-not-found
  kubectl apply -f "$rendered" -l "roll-out=$job"
  # It ends by itself: activeDeadlineSeconds.
  while :; do
    case $(kubectl get job "$job" -n "$namespace" -o 'jsonpath={.status.conditions[?(@.status=="True")].type}') in
      *Complete*) break ;;
      *Failed*) fail "$job failed. The processes are as they were." "job-name=$job" ;;
    esac
    if reason=$(stuck "job-name=$job"); then
      fail "$job can't start: $reason. The processes are as they were." "job-name=$job"
    fi
    sleep 1
  done
  echo "$job is done"
done

echo "3 of 3: the processes"
kubectl apply -f "$rendered" -l roll-out=serve
for process in $(kubectl get deployments -n "$namespace" -l roll-out=serve -o name); do
  pods="app.kubernetes.io/name=${process#*/}"
  tries=60
  # Says on stdout what it waits for. On stderr it would call each 10 s that pass an error.
  until kubectl rollout status -n "$namespace" "$process" --timeout=10s 2>/dev/null; do
    tries=$((tries - 1))
    if reason=$(stuck "$pods"); then fail "$process can't start: $reason. Its old pods go on." "$pods"; fi
    if [ $tries = 0 ]; then fail "$process is not ready. Its old pods go on." "$pods"; fi
  done
done
echo "Done."
