import { describe, expect, it } from 'vitest'
import { matches } from '@/features/public/content/headings'
import { EMPTY, wrongFields } from '@/features/public/trial/application'
import { isAccount, isEmail, isLoginName, isMobile, isNickname, isPassword } from '@/shared/rules/person'

const all = (rule: (text: string) => boolean, texts: string[]): boolean[] => texts.map(rule)

describe('rules for people', () => {
  it('account: 3 to 15, a letter first', () => {
    expect(all(isAccount, ['abc', 'A_1', 'a23456789012345'])).toEqual([true, true, true])
    expect(all(isAccount, ['ab', '1bc', '_bc', 'a-b', 'a234567890123456', '张三丰', 'abc\n'])).toEqual(
      Array(7).fill(false),
    )
  })
  it('password: 6 to 32, without five signs', () => {
    expect(all(isPassword, ['123456', 'a b$%^()', 'x'.repeat(32)])).toEqual([true, true, true])
    expect(
      all(isPassword, ['12345', 'x'.repeat(33), ...[...'&<>"\''].map((sign) => `12345${sign}`), '12345\n6']),
    ).toEqual(Array(8).fill(false))
  })
  it('mobile, mail and nickname', () => {
    expect(all(isMobile, ['13800000000', '12800000000', '1380000000', '138000000000'])).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(all(isEmail, ['a@b.co', 'a.b+c@d.e.f', 'a@b', 'a b@c.d', '@b.c', 'a@.c'])).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
    expect(all(isNickname, ['张三', 'Ann_1-x', '', 'a b', 'x'.repeat(31)])).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect(all(isLoginName, ['ann', 'a@b.co', '13800000000', '1'])).toEqual([true, true, true, false])
  })
})

describe('the application for a trial', () => {
  const whole = {
    company: 'C',
    name: 'N',
    mobile: '13800000000',
    email: '',
    industry: 'textile',
    content: 'x',
  }
  it('tells what is missing, in the order of the form', () => {
    expect(wrongFields(EMPTY)).toEqual(['company', 'name', 'mobile', 'industry', 'content'])
    expect(wrongFields(whole)).toEqual([])
    expect(wrongFields({ ...whole, email: 'x', name: ' ', content: 'x'.repeat(501) })).toEqual([
      'name',
      'email',
      'content',
    ])
  })
})

describe('the search in tariff headings', () => {
  const cable = { code: '8544', goods: 'Insulated wire and cable' }
  it('takes beginnings of the number and words of the goods, all of them', () => {
    expect(['', '85', 'cable WIRE', '8544 cable'].map((words) => matches(cable, words))).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(['544', 'cable cotton'].map((words) => matches(cable, words))).toEqual([false, false])
  })
})
