# Sourced by the scripts here: processes, their ports and certificates.

# Ports below those that the system gives to outgoing connections: nobody takes one while its service is away.
free_port() {
  local port
  while :; do
    port=$((15000 + (RANDOM * 32768 + RANDOM) % 17000))
    is_open "$port" || break
  done
  echo "$port"
}

is_open() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# start_process FOLDER COMMAND…: in the background and in a session of its own; output goes to FOLDER/log.
start_process() {
  local folder=$1
  shift
  setsid "$@" >>"$folder/log" 2>&1 </dev/null &
  echo $! >"$folder/pid"
}

# await_ports FOLDER PORT…: until the process listens on each; fails when it has ended or after a minute.
await_ports() {
  local folder=$1 pid deadline=$((SECONDS + 60))
  pid=$(cat "$folder/pid")
  shift
  for port in "$@"; do
    until is_open "$port"; do
      if ! kill -0 "$pid" 2>/dev/null || [ $SECONDS -ge $deadline ]; then
        tail -n 40 "$folder/log" >&2
        return 1
      fi
      sleep 0.05
    done
  done
  # Somebody else may listen there while ours is still failing to.
  kill -0 "$pid" 2>/dev/null
}

# make_certificate FOLDER: for 127.0.0.1, signed by itself: private.pem and ca.pem, once.
make_certificate() {
  [ ! -s "$1/ca.pem" ] || return 0
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 365 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout "$1/private.pem" -out "$1/ca.pem" 2>/dev/null
}

# end_process FOLDER: asks the process of FOLDER/pid to end, and insists after 20 seconds. A number that has gone to
# another program meanwhile is left alone: ours runs in FOLDER or names it in its arguments.
end_process() {
  local folder=$1 pid deadline=$((SECONDS + 20)) signal=TERM
  [ -s "$folder/pid" ] || return 0
  pid=$(cat "$folder/pid")
  while is_ours "$pid" "$folder"; do
    kill -s "$signal" "$pid" 2>/dev/null || true
    [ $SECONDS -lt $deadline ] || signal=KILL
    sleep 0.05
  done
  rm -f "$folder/pid"
}

is_ours() {
  [ "$(readlink "/proc/$1/cwd" 2>/dev/null)" = "$2" ] ||
    tr '\0' '\n' 2>/dev/null <"/proc/$1/cmdline" | grep -qF "$2"
}
