import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { groups, params } from './described'

describe('what forms keep as JSON', () => {
  const shown = (node: React.ReactNode): string[] =>
    [...render(<>{node}</>).container.querySelectorAll('div')].map((line) => line.textContent ?? '')
  it('is shown as parameters, one in a line', () => {
    const row = { id: 1, params: [{ name: 'Made in', value: 'China' }, { name: 'Material' }] }
    expect(shown(params(row))).toEqual(['Made in: China', 'Material'])
    expect(params({ id: 1, params: null })).toBe('–')
  })
  it('is shown as groups with their values, of goods and of templates', () => {
    expect(shown(groups([{ id: 'a', name: 'Width', values: [{ id: 'b', text: '18 mm' }] }]))).toEqual([
      'Width: 18 mm',
    ])
    expect(shown(groups('[{"name":"Colour","values":["Red","Blue"]}]'))).toEqual(['Colour: Red, Blue'])
  })
})
