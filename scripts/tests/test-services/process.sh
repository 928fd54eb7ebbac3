# Sourced by the scripts here: starts and ends processes, picks ports, makes certificates.

# Picks a port below the ephemeral range, so that no outgoing connection takes it while its service is down.
free_port() {
  local port
  while :; do
    port=$((15000 + (RANDOM * 32768 + RANDOM) % 17000))
    is_open "$port" || break
  done
  echo "$port"
}

is_open() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# start_process FOLDER COMMAND…: starts a command in the background in a new session; output goes to FOLDER/log.
start_process() {
  local folder=$1
  shift
  setsid "$@" >>"$folder/log" 2>&1 </dev/null &
  echo $! >"$folder/pid"
}

# await_ports FOLDER PORT…: waits until the process listens on all ports; fails if it ends or after a minute.
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
  # Another process may listen on the port while ours fails to bind it.
  kill -0 "$pid" 2>/dev/null
}

# make_certificate FOLDER: makes a self-signed certificate for 127.0.0.1 once: private.pem and ca.pem.
make_certificate() {
  [ ! -s "$1/ca.pem" ] || return 0
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 365 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout "$1/private.pem" -out "$1/ca.pem" 2>/dev/null
}

# end_process FOLDER: sends SIGTERM to the process of FOLDER/pid, and SIGKILL after 20 seconds. A reused pid is not
# signalled: our process runs in FOLDER or has it in its arguments.
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
