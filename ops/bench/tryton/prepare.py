"""Makes a company with goods in an empty Tryton database, and writes down the ids that load.py needs.

Usage: prepare.py DATABASE_URI CONFIG IDS_FILE
"""
import json
import sys
from decimal import Decimal

from proteus import Model, config

uri, settings, ids_file = sys.argv[1:]
connection = config.set_trytond(database=uri, config_file=settings)
Party, Company, Currency = (Model.get(name) for name in ('party.party', 'company.company', 'currency.currency'))
known = Currency.find([('code', '=', 'USD')], limit=1)
currency = known[0] if known else Currency(name='US Dollar', symbol='$', code='USD', rounding=Decimal('0.01'))
currency.save()
party = Party(name='Company')
party.save()
company = Company(party=party, currency=currency)
company.save()
User = Model.get('res.user')
(admin,) = User.find([('login', '=', 'admin')])
admin.companies.append(company)
admin.company = company
admin.save()
connection._context = {**connection.context, 'company': company.id}

(unit,) = Model.get('product.uom').find([('name', '=', 'Unit')], limit=1)
Template = Model.get('product.template')
products = []
for number in range(10):
    template = Template(name=f'Product {number}', default_uom=unit, type='goods', list_price=Decimal('3'))
    template.save()
    products.append(template.products[0].id)
supplier, customer = Party(name='Supplier'), Party(name='Customer')
for partner in (supplier, customer):
    if not partner.addresses:
        partner.addresses.new()
    partner.save()
Location = Model.get('stock.location')
warehouse = Location.find([('type', '=', 'warehouse')])[0]
place = lambda kind: Location.find([('type', '=', kind)])[0].id
# A second store, as the target of transfers.
far = Location(name='Far', type='storage', parent=warehouse.storage_location)
far.save()
ids = dict(company=company.id, currency=currency.id, unit=unit.id, products=products, supplier=supplier.id, customer=customer.id,
           address=customer.addresses[0].id, warehouse=warehouse.id, input=warehouse.input_location.id,
           output=warehouse.output_location.id, storage=warehouse.storage_location.id, far=far.id,
           from_suppliers=place('supplier'), to_customers=place('customer'))
with open(ids_file, 'w') as out:
    json.dump(ids, out)
