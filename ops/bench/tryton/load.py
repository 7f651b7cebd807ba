"""Carries orders of one line through Tryton, by clients that keep their connection. Prints a line of JSON.

Usage: load.py HOST:PORT PASSWORD IDS_FILE FLOW CONNECTIONS SECONDS
FLOW: inbound (create, receive, do), outbound (create, wait, assign, pick, pack, do), transfer (create, wait, assign,
do); fill puts the goods of the others there, once.
"""
import base64
import http.client
import json
import random
import sys
import threading
import time

host, password, ids_file, flow, connections, seconds = sys.argv[1:]
with open(ids_file) as file:
    I = json.load(file)
PRICE = {'__class__': 'Decimal', 'decimal': '2.5'}


def call(client, headers, method, *params):
    body = json.dumps({'id': 1, 'method': method, 'params': params})
    client.request('POST', '/t/rpc/', body, {'Content-Type': 'application/json', **headers})
    answer = json.loads(client.getresponse().read())
    if isinstance(answer, dict) and answer.get('error'):
        raise RuntimeError(str(answer['error'])[:300])
    return answer['result'] if isinstance(answer, dict) else answer


def connect():
    return http.client.HTTPConnection(host, timeout=120)


session = call(connect(), {}, 'common.db.login', 'admin', {'password': password}, 'en')
HEADERS = {'Authorization': 'Session ' + base64.b64encode(f'admin:{session[0]}:{session[1]}'.encode()).decode()}
CONTEXT = {'company': I['company'], 'employee': None, 'language': 'en'}


def move(product, quantity, source, target, priced=False):
    row = {'product': product, 'unit': I['unit'], 'quantity': quantity, 'from_location': source, 'to_location': target, 'company': I['company']}
    return {**row, 'currency': I['currency'], 'unit_price': PRICE} if priced else row


def shipment_in(moves):
    row = {'company': I['company'], 'supplier': I['supplier'], 'warehouse': I['warehouse'], 'warehouse_input': I['input'],
           'warehouse_storage': I['storage'], 'incoming_moves': [['create', moves]]}
    return 'stock.shipment.in', row, ['receive', 'do']


def planned():
    product = random.choice(I['products'])
    if flow == 'inbound':
        return shipment_in([move(product, 5.0, I['from_suppliers'], I['input'], True)])
    if flow == 'fill':
        return shipment_in([move(product, 1e6, I['from_suppliers'], I['input'], True) for product in I['products']])
    if flow == 'outbound':
        row = {'company': I['company'], 'customer': I['customer'], 'delivery_address': I['address'], 'warehouse': I['warehouse'],
               'warehouse_storage': I['storage'], 'warehouse_output': I['output'],
               'outgoing_moves': [['create', [move(product, 5.0, I['output'], I['to_customers'], True)]]]}
        return 'stock.shipment.out', row, ['wait', 'assign_try', 'pick', 'pack', 'do']
    row = {'company': I['company'], 'from_location': I['storage'], 'to_location': I['far'],
           'moves': [['create', [move(product, 5.0, I['storage'], I['far'])]]]}
    return 'stock.shipment.internal', row, ['wait', 'assign_try', 'do']


def through(client):
    model, row, steps = planned()
    ids = call(client, HEADERS, f'model.{model}.create', [row], CONTEXT)
    for step in steps:
        call(client, HEADERS, f'model.{model}.{step}', ids, CONTEXT)


if flow == 'fill':
    through(connect())
    sys.exit()
took, failed, lock = [], {}, threading.Lock()
end = time.time() + float(seconds)


def work():
    client = connect()
    while time.time() < end:
        began = time.time()
        try:
            through(client)
            with lock:
                took.append(time.time() - began)
        except Exception as error:
            with lock:
                failed[str(error)[:160]] = failed.get(str(error)[:160], 0) + 1
            client = connect()


began = time.time()
threads = [threading.Thread(target=work) for _ in range(int(connections))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
for error, times in failed.items():
    print(f'{times} x {error}', file=sys.stderr)
if not took:
    sys.exit('nothing was measured')
took.sort()
at = lambda share: round(took[int((len(took) - 1) * share)] * 1e3, 1)
print(json.dumps({'flow': flow, 'callers': int(connections), 'orders_per_second': round(len(took) / (time.time() - began), 1), 'p50_ms': at(0.5),
                  'p99_ms': at(0.99), 'failed': sum(failed.values())}))
