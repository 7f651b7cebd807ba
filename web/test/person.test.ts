import { describe, expect, it } from 'vitest'
import { EMPTY, wrongFields } from '@/features/public/trial/application'
import en from '@/shared/i18n/en/common'
import zhCN from '@/shared/i18n/zh-CN/common'
import { failing, VALIDATORS, type ValidatorName } from '@/shared/rules/validators'
import { isAccount, isEmail, isIdNumber, isMobile, isNickname, isPassword } from '@/shared/rules/person'

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
  })
})

describe('the validators by name', () => {
  const failures = (names: ValidatorName[], text: string) => names.map((name) => failing(name, text))
  it('an ID number has a day and a check digit', () => {
    expect(
      all(isIdNumber, ['11010519491231002X', '11010519491231002x', '440524188001010014', '110105491231002']),
    ).toEqual(Array(4).fill(true))
    expect(
      all(isIdNumber, [
        '110105194912310021',
        '11010519491331002X',
        '01010519491231002X',
        '110105491331002',
        '1101051949123100',
        '',
      ]),
    ).toEqual(Array(6).fill(false))
  })
  it('numbers, integers and floats are told apart', () => {
    expect(failures(['number', 'integer', 'float'], '12')).toEqual([undefined, undefined, 'validate.float'])
    expect(failures(['number', 'integer', 'float'], '-1.5')).toEqual([
      undefined,
      'validate.integer',
      undefined,
    ])
    expect(failures(['number', 'integer', 'float'], '1e3')).toEqual([
      'validate.number',
      'validate.integer',
      'validate.float',
    ])
  })
  it('each says what it wants', () => {
    const wrong: Partial<Record<ValidatorName, string>> = {
      required: ' ',
      editorRequired: '<p>&nbsp;<br></p>',
      content: '',
      mobile: '12800000000',
      idNumber: '1',
      varName: '1a',
    }
    expect(Object.entries(wrong).map(([name, text]) => failing(name as ValidatorName, text))).toEqual([
      'validate.required',
      'validate.editorRequired',
      'validate.content',
      'validate.mobile',
      'validate.idNumber',
      'validate.name',
    ])
  })
  it('every message is there in both languages', () => {
    const keys = Object.values(VALIDATORS).map(({ key }) => key.replace('validate.', ''))
    expect(keys.filter((key) => !(key in en.validate) || !(key in zhCN.validate))).toEqual([])
    expect(en.validate.required.replace('{{label}}', 'Name')).toBe('Name required')
    expect(en.validate.incomplete).toBe('The form is incomplete.')
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
