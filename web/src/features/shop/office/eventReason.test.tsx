import i18n, { loadTexts } from '@/shared/i18n'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventReason } from './eventReason'

beforeAll(() => loadTexts('shopDesk', 'shopPay'))

const said = (action: string, reason: string): string => eventReason({ action, reason }, i18n.t)

describe('the reason of a step', () => {
  it('is put into words where it is a code', () => {
    expect(said('doubt', 'short')).toBe('Not all of the goods are there')
    expect(said('refundPaidBack', 'not_found')).toBe('The provider does not know of it')
  })
  it('is what a person wrote, or an old text, as it is', () => {
    expect(said('close', 'short')).toBe('short')
    expect(said('doubt', 'line 1: nothing left')).toBe('line 1: nothing left')
    expect(said('doubt', '')).toBe('')
  })
})
