import { expect, it } from 'vitest'
import {
  endsVerification,
  isCode,
  mayChange,
  spreadIndustries,
  textOf,
  type OwnCompany,
  type Person,
} from './companies'

const company: OwnCompany = {
  id: 1,
  name: 'Acme',
  short_name: '',
  uscc: '914403001922038216',
  customs_code: '',
  industry_id: null,
  scale: '',
  city: '',
  address: '',
  contact: '',
  mobile: '',
  email: '',
  website: '',
  logo: '',
  licence_images: [],
  introduce: '',
  verify: 'passed',
  verify_reason: '',
  verify_time: 1,
  disabled: false,
  version: 1,
  role: 'manager',
  state: 'active',
  people: [],
}
const person = (user_id: number, role: string): Person => ({
  user_id,
  role,
  nickname: 'x',
  avatar: '',
  position: '',
  state: 'active',
  joined: 0,
})

it('takes codes of 18 signs, however they are typed', () => {
  expect(isCode(' 91440300 1922038216')).toBe(true)
  expect(isCode('9144030071526726xg')).toBe(true)
  for (const bad of ['', '123', '91440300192203821I', '9144030019220382166']) expect(isCode(bad)).toBe(false)
})

it('warns when a change ends the verification', () => {
  const text = textOf(company)
  expect(endsVerification(company, { ...text, city: 'X' })).toBe(false)
  expect(endsVerification(company, { ...text, name: 'Acme 2' })).toBe(true)
  expect(endsVerification(company, { ...text, uscc: '' })).toBe(true)
  expect(endsVerification({ ...company, verify: 'none' }, { ...text, name: 'B' })).toBe(false)
  expect(endsVerification(null, text)).toBe(false)
})

it('lets managers change staff, owners everybody, and nobody themself', () => {
  expect(mayChange(company, person(2, 'staff'), 1)).toBe(true)
  expect(mayChange(company, person(2, 'owner'), 1)).toBe(false)
  expect(mayChange({ ...company, role: 'owner' }, person(2, 'owner'), 1)).toBe(true)
  expect(mayChange({ ...company, role: 'owner' }, person(1, 'owner'), 1)).toBe(false)
  expect(mayChange({ ...company, role: 'staff' }, person(2, 'staff'), 1)).toBe(false)
})

it('lists industries below their parents', () => {
  const all = [
    { id: 2, pid: 1, name: 'Paper', icon: '' },
    { id: 1, pid: 0, name: 'Making', icon: '' },
  ]
  expect(spreadIndustries(all)).toEqual([
    { value: 1, label: 'Making' },
    { value: 2, label: '\u3000Paper' },
  ])
})
