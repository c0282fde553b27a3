"""ready.py PORT PROCESS: ends well as soon as a gRPC server answers on loopback, and badly if its process ends before that."""
import os
import sys

import grpc

channel = grpc.insecure_channel("127.0.0.1:" + sys.argv[1])
ready = grpc.channel_ready_future(channel)
for _ in range(100):
    try:
        ready.result(timeout=0.5)
        os.kill(int(sys.argv[2]), 0)
        sys.exit(0)
    except grpc.FutureTimeoutError:
        pass
    except ProcessLookupError:
        break
    try:
        os.kill(int(sys.argv[2]), 0)
    except ProcessLookupError:
        break
sys.exit(1)
