#!/usr/bin/env bash
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '/opt/kafka/libs/*' \
  -Dorg.slf4j.simpleLogger.defaultLogLevel=warn kafka.tools.StorageTool "$@"
