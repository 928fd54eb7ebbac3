#!/usr/bin/env bash
# Command of the Kafka container. At the first start it formats the storage with the users of /run/keys/users (lines
# `name password`). Then it replaces itself by the broker. If the list changed since the storage was formatted, a second
# process adds the users to the running broker. The file /tmp/users-ready exists once all users can log in.
set -euo pipefail
config=/etc/kafka-vault/server.properties
data=/var/lib/kafka
list=/run/keys/users

# add_users: sets the password of every user in the list. It connects with the broker's certificate.
add_users() {
  until (exec 3<>/dev/tcp/localhost/9092) 2>/dev/null; do sleep 1; done
  umask 077
  printf '%s\n' security.protocol=SSL ssl.truststore.type=PEM ssl.truststore.location=/run/keys/ca.pem \
    ssl.keystore.type=PEM ssl.keystore.location=/run/keys/keystore.pem >/tmp/admin.properties
  while read -r name password; do
    # A file, because other processes can read a command line.
    echo "SCRAM-SHA-512=password=$password" >/tmp/user.properties
    # Kafka's error output would contain the password.
    /opt/kafka/bin/kafka-configs.sh --bootstrap-server localhost:9092 --command-config /tmp/admin.properties \
      --alter --entity-type users --entity-name "$name" --add-config-file /tmp/user.properties \
      >/dev/null 2>&1 || { echo "Kafka did not take the password of $name" >&2; return; }
  done <"$list"
  rm /tmp/user.properties
  note_users
}

note_users() {
  sha256sum <"$list" >"$data/users.made"
  touch /tmp/users-ready
}

if [ ! -s "$data/meta.properties" ]; then
  users=()
  while read -r name password; do
    users+=(--add-scram "SCRAM-SHA-512=[name=$name,password=$password]")
  done <"$list"
  # The output contains the verifiers of the passwords.
  /opt/kafka/bin/kafka-storage.sh format --cluster-id "$(cat /run/keys/cluster-id)" --config "$config" "${users[@]}" \
    >/dev/null
  note_users
elif [ "$(cat "$data/users.made" 2>/dev/null)" = "$(sha256sum <"$list")" ]; then
  touch /tmp/users-ready
else
  add_users </dev/null &
fi
exec /opt/kafka/bin/kafka-server-start.sh "$config"
