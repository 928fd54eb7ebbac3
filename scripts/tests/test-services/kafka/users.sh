# Sourced by start: SCRAM users of a broker. Argument files pass the passwords to Java: other users see command lines.

# make_storage KAFKA: creates the formatted storage folder `data`, with the users of the file `users` if it exists.
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

# add_users KAFKA PORT: adds the users to a running broker if the file `users` changed after the storage was made.
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
