import { describe, expect, it } from 'vitest'
import { changed, heldBy, valuesOf, wrongSetting, type Setting } from '@/features/settings/model'

describe('settings', () => {
  const setting = (type: string, value: unknown, rule = ''): Setting => ({
    id: 1,
    name: 'x',
    group: 'g',
    title: 'X',
    tip: '',
    type,
    value,
    rule,
    content: {},
    allow_del: 0,
    weigh: 0,
    extend: {},
    input_extend: {},
    create_time: 0,
    update_time: 0,
    version: 1,
  })
  it('send only what was changed', () => {
    const list = [
      { ...setting('string', 'a'), name: 'a' },
      { ...setting('switch', true), name: 'b' },
      { ...setting('array', [{ key: 'k', value: 'v' }]), name: 'c' },
    ]
    const values = valuesOf(list)
    expect(changed(list, values)).toEqual({})
    expect(changed(list, { ...values, b: 0 })).toEqual({ b: 0 })
  })
  it('know their rules', () => {
    expect(heldBy(setting('switch', '0'))).toBe(0)
    expect(wrongSetting(setting('string', '', 'required'), '')?.key).toBe('validate.required')
    expect(wrongSetting(setting('string', '', 'integer'), '4.5')?.key).toBe('validate.integer')
    expect(wrongSetting(setting('string', '', 'email'), 'x')?.key).toBe('validate.email')
    expect(wrongSetting(setting('password', ''), '')).toBeUndefined()
    expect(wrongSetting(setting('number', '5000.00', 'required'), '80000.00')).toBeUndefined()
  })
})
