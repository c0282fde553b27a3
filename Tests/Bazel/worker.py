"""worker.py PORT NAME FOLDER [--freeze FILE]: a worker for BuildGrid, which has a scheduler and no workers of its own.

It takes one action after the other, runs each in a new folder below FOLDER that holds the action's inputs and nothing else, with the action's
environment and nothing else, and prints what it began and ended. With --freeze, the first action's process is stopped amid its work, and
FILE is then written with the action's digest: so that a test can kill a worker that is known to have something to do.
"""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import grpc
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2 as re
from buildgrid._protos.google.devtools.remoteworkers.v1test2 import bots_pb2, bots_pb2_grpc
from buildgrid.server.client.cas import download, upload
from buildgrid.server.utils.digests import create_digest

# While an action runs, the server hears of the worker this often; it takes one for dead that is silent for longer than its own limit.
HEARTBEAT = 1.5
# How long the server may keep a call of an idle worker open.
IDLE = 10
# No action of the example takes nearly as long.
LIMIT = 300


def say(*words):
    print(*words, flush=True)


class Running:
    """An action whose process has been started."""

    def __init__(self, channel, action, folder):
        self.channel = channel
        self.folder = tempfile.mkdtemp(dir=folder)
        self.root = os.path.join(self.folder, "root")
        with download(channel, instance="") as source:
            self.command = source.get_message(action.command_digest, re.Command())
            source.download_directory(action.input_root_digest, self.root)
        self.work = os.path.join(self.root, self.command.working_directory)
        for path in [*self.command.output_files, *self.command.output_directories]:
            os.makedirs(os.path.dirname(os.path.join(self.work, path)), exist_ok=True)
        self.streams = [open(os.path.join(self.folder, name), "wb") for name in ("stdout", "stderr")]
        self.process = subprocess.Popen(
            list(self.command.arguments),
            cwd=self.work,
            env={variable.name: variable.value for variable in self.command.environment_variables},
            stdin=subprocess.DEVNULL,
            stdout=self.streams[0],
            stderr=self.streams[1],
        )

    def result(self):
        """Uploads what the action wrote. Without a file that it promised, the build's client says so."""
        result = re.ActionResult(exit_code=self.process.returncode)
        with upload(self.channel, instance="") as target:
            for path in self.command.output_files:
                file = os.path.join(self.work, path)
                if os.path.isfile(file):
                    digest = target.upload_file(file, queue=False)
                    result.output_files.add(path=path, digest=digest, is_executable=os.access(file, os.X_OK))
            for path in self.command.output_directories:
                directory = os.path.join(self.work, path)
                if os.path.isdir(directory):
                    result.output_directories.add(path=path, tree_digest=target.upload_tree(directory, queue=False))
            for stream in self.streams:
                stream.close()
            result.stdout_digest.CopyFrom(target.upload_file(self.streams[0].name, queue=False))
            result.stderr_digest.CopyFrom(target.upload_file(self.streams[1].name, queue=False))
        return result

    def remove(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def main(port, name, folder, freeze):
    channel = grpc.insecure_channel("127.0.0.1:" + port)
    bots = bots_pb2_grpc.BotsStub(channel)
    session = bots_pb2.BotSession(bot_id=name, status=bots_pb2.OK)
    session = bots.CreateBotSession(bots_pb2.CreateBotSessionRequest(parent="", bot_session=session), timeout=IDLE)
    say("ready")
    running, key, since = None, "", 0.0
    while True:
        session = bots.UpdateBotSession(bots_pb2.UpdateBotSessionRequest(name=session.name, bot_session=session), timeout=IDLE)
        if not session.leases:
            if running:
                # Somebody cancelled it.
                say("dropped", key)
                running.remove()
                running = None
            continue
        lease = session.leases[0]
        if lease.state != bots_pb2.ACTIVE:
            continue
        if not running:
            action = re.Action()
            if not lease.payload.Unpack(action):
                digest = re.Digest()
                lease.payload.Unpack(digest)
                with download(channel, instance="") as source:
                    action = source.get_message(digest, action)
            key = create_digest(action.SerializeToString()).hash
            say("began", key)
            running, since = Running(channel, action, folder), time.monotonic()
            if freeze:
                running.process.send_signal(signal.SIGSTOP)
                with open(freeze + ".new", "w") as file:
                    file.write(key)
                os.rename(freeze + ".new", freeze)
                freeze = None
        try:
            running.process.wait(HEARTBEAT)
        except subprocess.TimeoutExpired:
            if time.monotonic() - since > LIMIT:
                running.process.kill()
            continue
        lease.result.Pack(running.result())
        lease.status.code = 0
        lease.state = bots_pb2.COMPLETED
        say("ended", key)
        running.remove()
        running = None


arguments = sys.argv[1:]
main(arguments[0], arguments[1], arguments[2], arguments[4] if arguments[3:4] == ["--freeze"] else None)
