#!/usr/bin/env bash
exec java ${KAFKA_HEAP_OPTS:-} -XX:+UseSerialGC -cp '/opt/kafka/libs/*' \
  -Dorg.slf4j.simpleLogger.defaultLogLevel=warn -Dorg.slf4j.simpleLogger.showDateTime=true kafka.Kafka "$@"
