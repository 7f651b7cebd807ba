import { expect, it } from 'vitest'
import { asksFor } from './audience'

it('asks for the people of the chosen audience alone', () => {
  const asked = (audience: string): string[] =>
    ['title', 'group_ids', 'member_ids', 'company_ids'].filter((name) => asksFor({ name }, { audience }))
  expect(asked('all')).toEqual(['title'])
  expect(asked('groups')).toEqual(['title', 'group_ids'])
  expect(asked('members')).toEqual(['title', 'member_ids'])
  expect(asked('companies')).toEqual(['title', 'company_ids'])
})
