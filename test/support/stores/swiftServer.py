"""OpenStack Swift with its S3 API: all of its servers in this process, for one folder and on loopback.

Arguments: the folder, the region, how many keys are listed at once, an account, its user and that user's key. Prints the port.
Ends with its input.
"""

import logging
import os
import sys
import warnings

# A reader that asks while another thread replaces a file may miss it; a cluster would ask the next of its three copies.
os.environ['EVENTLET_THREADPOOL_SIZE'] = '0'
warnings.filterwarnings('ignore', 'Zero threads in tpool')

from swift.common import utils

# As Swift's own programs do before they load anything else.
utils.eventlet_monkey_patch()

import eventlet
from eventlet import wsgi
from eventlet.hubs import trampoline
from swift.common.ring import RingBuilder
from swift.common.wsgi import SwiftHttpProtocol, loadapp, make_pre_authed_request

folder, region, listed_at_once, account, user, key = sys.argv[1:]
device = 'disk'
bucket = 'results'

# A busy machine only takes longer. What a server gave up on, Swift's daemons would mend, which are not started.
common = f'''
[DEFAULT]
swift_dir = {folder}
devices = {folder}
mount_check = false
fallocate_reserve = 0
log_level = ERROR
log_custom_handlers = __main__.log_here
conn_timeout = 60
node_timeout = 60
container_update_timeout = 60
error_suppression_limit = 1000000
'''

proxy = f'''
[pipeline:main]
pipeline = s3api tempauth slo proxy-server
[filter:s3api]
use = egg:swift#s3api
location = {region}
max_bucket_listing = {listed_at_once}
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {key} .admin
[filter:slo]
use = egg:swift#slo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
'''


def log_here(*given):
    """Errors are shown by the test, not kept in the log of the machine."""
    logger = given[5]
    logger.handlers = [logging.StreamHandler()]


class Cache:
    """Stands for memcached. Nothing that is kept here changes while the server runs."""

    def __init__(self):
        self.kept = {}

    def get(self, key, **_options):
        return self.kept.get(key)

    def set(self, key, value, **_options):
        self.kept[key] = value

    def delete(self, key, **_options):
        self.kept.pop(key, None)


def with_cache(app):
    cache = Cache()

    def answer(env, start_response):
        env['swift.cache'] = cache
        return app(env, start_response)

    return answer


def load(name, configuration):
    path = os.path.join(folder, f'{name}.conf')
    with open(path, 'w') as file:
        file.write(common + configuration)
    return loadapp(path, global_conf={'log_name': name})


def listen():
    return eventlet.listen(('127.0.0.1', 0), backlog=1024)


def serve(sock, app):
    # As Swift's own programs do; S3 clients want the header ETag written just so.
    options = {'protocol': SwiftHttpProtocol, 'capitalize_response_headers': False, 'log_output': False}
    eventlet.spawn(wsgi.server, sock, app, **options)


def port_of(sock):
    return sock.getsockname()[1]


def start_backend(name):
    sock = listen()
    ring = RingBuilder(part_power=1, replicas=1, min_part_hours=1)
    ring.add_dev({'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': port_of(sock), 'device': device})
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, f'{name}.ring.gz'))
    serve(sock, load(name, f'[app:main]\nuse = egg:swift#{name}\n'))


def make_bucket(app):
    env = {'SERVER_NAME': '127.0.0.1', 'SERVER_PORT': '0', 'wsgi.url_scheme': 'http'}
    headers = {'X-Container-Read': '.r:*,.rlistings'}
    request = make_pre_authed_request(env, 'PUT', f'/v1/AUTH_{account}/{bucket}', headers=headers)
    # Only an owner may open a bucket to all.
    request.environ['swift_owner'] = True
    reply = request.get_response(app)
    if reply.status_int != 201:
        sys.exit(f'no bucket: {reply.status}')


os.makedirs(os.path.join(folder, device))
with open(os.path.join(folder, 'swift.conf'), 'w') as file:
    file.write('[swift-hash]\nswift_hash_path_suffix = tests\n')
utils.set_swift_dir(folder)
for backend in ('account', 'container', 'object'):
    start_backend(backend)
front = listen()
app = with_cache(load('proxy', proxy))
serve(front, app)
make_bucket(app)
print(port_of(front), flush=True)
trampoline(sys.stdin, read=True)
