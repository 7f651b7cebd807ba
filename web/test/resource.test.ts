import { describe, expect, it } from 'vitest'
import { wrongWith } from '@/resource/form/check'
import {
  bodyOf,
  formFields,
  initialValues,
  isDirty,
  narrowedBy,
  sent,
  widgetValue,
} from '@/resource/form/values'
import { filtersOf, linkedFilters } from '@/resource/list/filters'
import { branches, flattened, withBelow } from '@/resource/list/rows'
import { arranged, moveColumn, views } from '@/resource/list/views'
import { jsonLine, jsonText, listOf, tagColour } from '@/resource/cells/values'
import { schemas } from '@/resource/schema/store'
import { allFields, nested, stateLabel, type Field, type Kind, type Resource } from '@/resource/schema/types'
import { matched, unfilled } from '@/resource/dataExchange/mapping'
import { searchItem } from '@/resource/useListState'

const speech = { labelOf: (words: { en: string; key?: string }) => words.key ?? words.en }

function field(name: string, kind: Kind, more: Partial<Field> = {}): Field {
  const operator = { string: 'LIKE', decimal: 'RANGE', remoteSelect: 'eq', status: 'eq', select: 'eq' }[
    kind as string
  ]
  return {
    name,
    kind,
    label: { zh: `${name}-zh`, en: name },
    required: false,
    unique: false,
    default: null,
    operator: operator ?? 'false',
    column: true,
    form: true,
    sortable: false,
    readonly: false,
    writeOnce: false,
    ...more,
  }
}

function resource(controller: string, fields: Field[], more: Partial<Resource> = {}): Resource {
  return {
    controller,
    name: controller.replace('.', '/').toLowerCase(),
    title: { zh: controller, en: controller },
    fields,
    titleField: 'name',
    tree: false,
    weigh: null,
    order: { field: 'id', descending: true },
    quickSearch: ['name'],
    stamped: true,
    recycle: true,
    sensitive: true,
    history: false,
    nodes: ['index', 'add', 'edit', 'del'],
    ...more,
  }
}

const to = (controller: string, relation: string) => ({ controller, field: 'name', relation })
const area = resource('warehouse.WarehouseArea', [
  field('name', 'string', { required: true }),
  field('warehouses_id', 'remoteSelect', { reference: to('warehouse.Warehouse', 'warehouses') }),
])
const shelf = resource('warehouse.WarehouseShelf', [
  field('name', 'string', { required: true, max: 10 }),
  field('warehouses_id', 'remoteSelect', {
    reference: to('warehouse.Warehouse', 'warehouses'),
    required: true,
  }),
  field('area_id', 'remoteSelect', { reference: to('warehouse.WarehouseArea', 'area') }),
  field('price', 'decimal', { decimals: 2, default: '0' }),
  field('status', 'status', { default: '1' }),
  field('level', 'select', {
    default: 'B',
    options: ['', 'A', 'B'].map((value) => ({ value, label: { zh: value, en: value } })),
  }),
  field('secret', 'password'),
  field('images', 'images'),
  field('data', 'json'),
  field('seen', 'timestamp', { readonly: true, operator: 'RANGE' }),
])
schemas.byName = { [area.name]: area, [shelf.name]: shelf }

describe('the common search', () => {
  const filters = filtersOf(shelf, speech)
  const of = (name: string) => filters.find((filter) => filter.field === name)
  it('has a control for each searchable kind', () => {
    expect(of('warehouses_id')).toMatchObject({ kind: 'remote', url: '/admin/warehouse.Warehouse' })
    expect(of('price')).toMatchObject({ kind: 'numbers' })
    expect(of('seen')).toMatchObject({ kind: 'dates' })
    expect(of('status')).toMatchObject({ kind: 'select' })
    expect(of('create_time')).toMatchObject({ kind: 'dates' })
    expect(of('secret')).toBeUndefined()
    expect(of('images')).toBeUndefined()
  })
  it('asks in the words that the declaration names its status by', () => {
    const onShelf = [
      { value: 0, label: { zh: '\u4e0b\u67b6', en: 'Off shelf' } },
      { value: 1, label: { zh: '\u4e0a\u67b6', en: 'On shelf' } },
    ]
    const status = field('status', 'status', { options: onShelf })
    const product = resource('warehouse.Product', [status, field('fragile', 'switch', { operator: 'eq' })])
    const words = filtersOf(product, speech).map((filter) => 'options' in filter && filter.options)
    expect(words).toContainEqual([
      { value: '1', label: 'On shelf' },
      { value: '0', label: 'Off shelf' },
    ])
    expect(words).toContainEqual([
      { value: '1', label: 'common.yes' },
      { value: '0', label: 'common.no' },
    ])
    expect(stateLabel(status, false)).toEqual({ zh: '\u4e0b\u67b6', en: 'Off shelf' })
    expect(stateLabel(field('status', 'status'), true).key).toBe('common.enabled')
  })
  it('offers no value that could not be sent', () => {
    expect(of('level')).toMatchObject({ kind: 'many', options: [{ value: 'A' }, { value: 'B' }] })
  })
  it('takes conditions of a link: a relation, a number, never a password', () => {
    const linked = linkedFilters(
      shelf,
      filters,
      ['page', 'order', 'q', 'id', 'area.warehouses_id', 'secret', 'nobody.name', 'nothing', 'name'],
      speech,
    )
    expect(linked.map((filter) => [filter.field, filter.operator])).toEqual([
      ['id', '='],
      ['area.warehouses_id', 'LIKE'],
    ])
  })
  it('asks the node in its words', () => {
    expect(searchItem({ kind: 'dates', field: 'at', label: '' }, '2026-01-01,2026-01-02')).toEqual({
      field: 'at',
      val: '2026-01-01 00:00:00,2026-01-02 23:59:59',
      operator: 'RANGE',
      render: 'datetime',
    })
    expect(
      searchItem({ kind: 'dates', plain: 'date', field: 'on', label: '' }, '2026-01-01,2026-01-02'),
    ).toEqual({
      field: 'on',
      val: '2026-01-01,2026-01-02',
      operator: 'RANGE',
    })
    expect(searchItem({ kind: 'many', options: [], field: 'level', label: '' }, 'A,B')).toMatchObject({
      operator: 'IN',
    })
    expect(searchItem({ kind: 'numbers', field: 'price', label: '' }, '1,')).toMatchObject({
      operator: 'RANGE',
      val: '1,',
    })
    expect(searchItem({ kind: 'text', field: 'id', label: '', operator: '=' }, '7')).toMatchObject({
      operator: '=',
    })
  })
})

describe('columns', () => {
  const columns = [{ key: 'a' }, { key: 'b', hidden: true }, { key: 'c' }]
  it('come as declared, then as the reader wants them', () => {
    expect(arranged(columns, undefined).map(({ column, shown }) => [column.key, shown])).toEqual([
      ['a', true],
      ['b', false],
      ['c', true],
    ])
    const wanted = arranged(columns, { order: ['c'], shown: { b: true, a: false }, widths: {} })
    expect(wanted.map(({ column, shown }) => [column.key, shown])).toEqual([
      ['c', true],
      ['a', false],
      ['b', true],
    ])
  })
  it('move by one place and not past the ends', () => {
    moveColumn('page', ['a', 'b', 'c'], 'a', 1)
    expect(views.of.page?.order).toEqual(['b', 'a', 'c'])
    moveColumn('page', ['b', 'a', 'c'], 'b', -1)
    expect(views.of.page?.order).toEqual(['b', 'a', 'c'])
  })
})

describe('trees', () => {
  const rows = [{ id: 1, children: [{ id: 2, children: [{ id: 3 }] }, { id: 4 }] }, { id: 5 }]
  it('are told row by row, as far as they are open', () => {
    expect(flattened(rows).map(({ row, depth }) => [row.id, depth])).toEqual([
      [1, 0],
      [2, 1],
      [3, 2],
      [4, 1],
      [5, 0],
    ])
    expect(flattened(rows, (id) => id === 1).map(({ row }) => row.id)).toEqual([1, 2, 4, 5])
    expect(branches(rows)).toEqual([1, 2])
  })
  it('take what lies below along', () => {
    expect(withBelow(rows, [2, 5])).toEqual([2, 3, 5])
  })
})

describe('a form', () => {
  const fields = formFields(shelf)
  it('asks for what may be written and begins with the defaults', () => {
    expect(fields.map(({ name }) => name)).not.toContain('seen')
    expect(initialValues(fields, null)).toMatchObject({
      price: '0',
      status: 1,
      level: 'B',
      images: [],
      warehouses_id: null,
    })
  })
  it('sends all of a new row and only the changes of an old one', () => {
    const row = {
      id: 3,
      name: 'A',
      warehouses_id: 1,
      area_id: 2,
      price: '1.5',
      status: 1,
      level: 'A',
      data: { a: 1 },
    }
    const before = initialValues(fields, row)
    expect(isDirty(fields, before, before)).toBe(false)
    const values = { ...before, name: ' B ', secret: '', data: '{"a":2}' }
    expect(isDirty(fields, values, before)).toBe(true)
    expect(bodyOf(fields, values, before)).toEqual({ name: 'B', data: { a: 2 } })
    expect(Object.keys(bodyOf(fields, initialValues(fields, null), null))).not.toContain('secret')
  })
  it('keeps the forms that the node takes', () => {
    expect(sent(field('price', 'decimal'), ' ')).toBeNull()
    expect(sent(field('secret', 'password'), ' a b ')).toBe(' a b ')
    expect(sent(field('data', 'json'), '')).toBeNull()
    expect(widgetValue(field('images', 'images'), 'a.png,b.png')).toEqual(['a.png', 'b.png'])
    expect(widgetValue(field('group_arr', 'remoteSelects'), ['3', 4])).toEqual([3, 4])
    expect(widgetValue(field('price', 'decimal'), 0)).toBe('0')
  })
  it('narrows a reference by the others that its target has', () => {
    const names = (name: string, target: Resource | undefined) =>
      narrowedBy(fields.find((one) => one.name === name) ?? field(name, 'string'), fields, target).map(
        (one) => one.name,
      )
    expect(names('area_id', area)).toEqual(['warehouses_id'])
    expect(names('warehouses_id', undefined)).toEqual([])
  })
})

describe('what is wrong is told', () => {
  const wrong = (kind: Kind, value: unknown, more: Partial<Field> = {}, isNew = false) =>
    wrongWith(field('x', kind, more), value, isNew)?.key
  it.each([
    ['string', '', { required: true }, 'validate.required'],
    ['string', '  ', { required: true }, 'validate.required'],
    ['string', '', {}, undefined],
    ['string', 'abcdef', { max: 5 }, 'resource.tooLong'],
    ['string', '13812345678', { rule: 'mobile' }, undefined],
    ['string', '12812345678', { rule: 'mobile' }, 'validate.mobile'],
    ['string', 'a@b', { rule: 'email' }, 'validate.email'],
    ['string', '1ab', { rule: 'account' }, 'validate.account'],
    ['string', '/path', { rule: 'url' }, undefined],
    ['string', 'path', { rule: 'url' }, 'validate.url'],
    ['number', 'x', {}, 'validate.integer'],
    ['number', '1.5', {}, 'validate.integer'],
    ['number', '5', { min: 0, max: 4 }, 'resource.most'],
    ['number', '-1', { min: 0, max: 4 }, 'resource.least'],
    ['weigh', '-3', {}, undefined],
    ['weigh', '1000000000001', { max: 1_000_000_000_000 }, 'resource.most'],
    ['year', '1900', { min: 1901, max: 2155 }, 'resource.least'],
    ['decimal', '1000000000.5', { min: 0, max: 1_000_000_000, decimals: 3 }, 'resource.most'],
    ['money', '1000000000', { min: 0, max: 1_000_000_000, decimals: 2 }, undefined],
    ['decimal', '1.234', { decimals: 2 }, 'resource.decimals'],
    ['decimal', '-1', { decimals: 2 }, 'resource.numberRule'],
    ['money', '0.10', { decimals: 2 }, undefined],
    ['color', '#12345', {}, 'resource.colourRule'],
    ['color', 'rgb(1, 2, 3)', {}, undefined],
    ['json', '{', {}, 'resource.jsonRule'],
    ['json', '{"a":1}', {}, undefined],
    ['array', [{ key: '', value: '1' }], {}, 'resource.pairKey'],
    ['array', [{ key: 'a' }, { key: 'a' }], {}, 'resource.pairTwice'],
    ['images', [], { required: true }, 'validate.required'],
    ['textarea', ' ', { required: true }, 'validate.content'],
    ['editor', '<p><br></p>', { required: true }, 'validate.editorRequired'],
    ['editor', '<p><img src="/a.png"></p>', { required: true }, undefined],
    ['decimal', 'x', { decimals: 2 }, 'validate.number'],
    ['password', 'abc', {}, 'validate.password'],
    ['password', '      ', {}, undefined],
    ['password', ' abcde', {}, undefined],
    ['password', 'abc&def', {}, 'validate.password'],
  ] as [Kind, unknown, Partial<Field>, string | undefined][])('%s %j %j', (kind, value, more, key) => {
    expect(wrong(kind, value, more)).toBe(key)
  })
  it('lets a value from before its rule stay as it is', () => {
    const name = field('username', 'string', { rule: 'account', required: true })
    expect(wrongWith(name, '\u5f20\u4e09', false, '\u5f20\u4e09')).toBeUndefined()
    expect(wrongWith(name, '\u674e\u56db', false, '\u5f20\u4e09')?.key).toBe('validate.account')
    expect(wrongWith(name, '', false, '')?.key).toBe('validate.required')
  })
  it('wants a password of new rows only', () => {
    expect(wrong('password', '', {}, true)).toBe('validate.required')
    expect(wrong('password', '', {}, false)).toBeUndefined()
  })
})

describe('cells', () => {
  it('take lists as lists or as commas', () => {
    expect(listOf('a,,b')).toEqual(['a', 'b'])
    expect(listOf(['a', ''])).toEqual(['a'])
    expect(listOf(7)).toEqual(['7'])
  })
  it('cut JSON, and unfold it where there is room', () => {
    expect(jsonLine({ a: 'x'.repeat(99) }, 10)).toHaveLength(11)
    expect(jsonText('{"a":1}')).toBe('{\n  "a": 1\n}')
    expect(jsonText('plain')).toBe('plain')
  })
  it('colour by meaning, quietly where words are long', () => {
    expect(tagColour('failed', 0)).toBe('red')
    expect([tagColour('published', 1), tagColour('revoked', 1)]).toEqual(['green', 'gray'])
    expect(tagColour('whatever', 0, 'A very long description')).toBeUndefined()
  })
  it('find what a row has nested', () => {
    expect(nested({ id: 1, user: { nickname: 'N' } }, 'user.nickname')).toBe('N')
    expect(nested({ id: 1, user: null }, 'user.nickname')).toBeUndefined()
  })
  it('know the fields that come of themselves', () => {
    expect(allFields(shelf).map(({ name }) => name)).toContain('update_time')
    expect(allFields({ ...shelf, stamped: false }).map(({ name }) => name)).not.toContain('update_time')
  })
})

describe('an import', () => {
  it("matches columns by any of a field's names, none twice", () => {
    expect(matched(shelf, ['ID', 'Name *', 'name-zh', 'price', 'seen', 'else'])).toEqual({
      ID: '',
      'Name *': 'name',
      'name-zh': '',
      price: 'price',
      seen: '',
      else: '',
    })
  })
  it('says which required fields stay empty', () => {
    expect(unfilled(shelf, { a: 'name' })).toEqual(['warehouses_id'])
  })
})
