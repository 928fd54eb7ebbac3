# Sourced by the scripts of the cluster: versions, folders and addresses.
KUBERNETES=1.35.4
ETCD=v3.6.16
COREDNS=v1.12.4
METRICS_SERVER=v0.9.0
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
BIN=$ROOT/.services/kubernetes-$KUBERNETES
# A socket path has at most 107 characters, so the default is a short path.
CLUSTER=${PIIVAULT_CLUSTER_DIR:-/var/lib/pii-vault-cluster}
NAMESPACE=pii-vault-k8s
HOST_IP=10.210.0.1
NODE_IP=10.210.0.2
SERVICES=10.96.0.0/16
PODS=10.244.0.0/24
DNS_IP=10.96.0.10
CONTAINERD_SOCKET=$CLUSTER/containerd/c.sock
# Prefers Debian's containerd to another one in PATH.
containerd=$([ -x /usr/bin/containerd ] && echo /usr/bin/containerd || echo containerd)
ctr() { "$([ -x /usr/bin/ctr ] && echo /usr/bin/ctr || echo ctr)" --address "$CONTAINERD_SOCKET" --namespace k8s.io "$@"; }

# start NAME COMMAND…: starts a command in the network of the cluster; log in $CLUSTER/log, pid in $CLUSTER/pid.
start() {
  local name=$1
  shift
  setsid nsenter "--net=/run/netns/$NAMESPACE" "$@" >"$CLUSTER/log/$name.log" 2>&1 </dev/null &
  echo $! >"$CLUSTER/pid/$name"
}

# await SECONDS COMMAND…: retries the command until it succeeds; fails after SECONDS.
await() {
  local left=$(($1 * 5))
  shift
  until "$@" >/dev/null 2>&1; do
    left=$((left - 1))
    [ "$left" -gt 0 ] || { echo "Timed out: $*" >&2; return 1; }
    sleep 0.2
  done
}
