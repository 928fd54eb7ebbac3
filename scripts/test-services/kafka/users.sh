# Sourced by start: SCRAM users of a broker. Passwords go to Java in files of arguments: others on the machine see command lines.

# make_storage KAFKA: storage folder `data`, formatted; with the users of `users`, if there are any.
make_storage() {
  if [ ! -e users ]; then
    cp -r "$1/data" data
    return
  fi
  (umask 077 && {
    echo "-cp \"$1/lib/*\" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dorg.slf4j.simpleLogger.defaultLogLevel=warn"
    echo "kafka.tools.StorageTool format --cluster-id 4L6g3nShT-eMCtK--X86sw --config server.properties"
    while read -r name password; do echo "--add-scram \"SCRAM-SHA-512=[name=$name,password=$password]\""; done <users
  } >format.args)
  java @format.args >/dev/null
  rm format.args
  sha256sum <users >users.made
}

# add_users KAFKA PORT: the same for a broker that runs and whose storage is older than `users`.
add_users() {
  local name password
  [ "$(cat users.made 2>/dev/null)" != "$(sha256sum <users)" ] || return 0
  printf '%s\n' security.protocol=SSL ssl.truststore.type=PEM "ssl.truststore.location=$PWD/ca.pem" \
    ssl.keystore.type=PEM "ssl.keystore.location=$PWD/key.pem" >admin.properties
  while read -r name password; do
    (umask 077 && {
      echo "-cp \"$1/lib/*\" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dorg.slf4j.simpleLogger.defaultLogLevel=warn"
      echo "kafka.admin.ConfigCommand --bootstrap-server 127.0.0.1:$2 --command-config admin.properties --alter"
      echo "--entity-type users --entity-name $name --add-config \"SCRAM-SHA-512=[password=$password]\""
    } >user.args)
    java @user.args </dev/null >&2
  done <users
  rm user.args
  sha256sum <users >users.made
}
