#!/usr/bin/env bash
# The command of the Kafka container: formats the storage at the first start, with a user for each service, and becomes the
# broker. /run/keys/users has a line for each user, name=password.
set -euo pipefail
config=/etc/kafka-vault/server.properties
if [ ! -s /var/lib/kafka/meta.properties ]; then
  users=()
  while IFS='=' read -r name password; do
    users+=(--add-scram "SCRAM-SHA-512=[name=$name,password=$password]")
  done </run/keys/users
  /opt/kafka/bin/kafka-storage.sh format --cluster-id "$(cat /run/keys/cluster-id)" --config "$config" "${users[@]}"
fi
exec /opt/kafka/bin/kafka-server-start.sh "$config"
