import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { session } from '@/shared/session/store'
import { answerCalls, renderPage } from '../../../test/page'
import type { Field, Resource } from '../schema/types'
import RemoteSelects from './RemoteSelects'

afterEach(() => {
  session.menus = []
})

const SERVICES = {
  name: 'service_ids',
  kind: 'remoteSelects',
  label: 'Services',
  reference: { controller: 'shop.goods.Service', relation: 'services', field: 'name' },
} as unknown as Field

function open(): void {
  renderPage(
    <RemoteSelects
      resource={{} as Resource}
      field={SERVICES}
      label="Services"
      values={{}}
      row={null}
      value={[]}
    />,
  )
  fireEvent.click(screen.getByRole('combobox', { name: 'Services' }))
}

it('says what its reader may not see, and leads nowhere', async () => {
  session.menus = [
    {
      id: 2,
      pid: 1,
      type: 'menu',
      title: 'Services',
      name: 'shop/goods/service',
      path: 'shop/goods/service',
    },
  ]
  answerCalls(() => ({ code: 401, msg: 'You have no permission to do this!', data: [] }))
  open()
  expect(await screen.findByText(/may not see the choices for Services/)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

it('leads to where the first choice is made', async () => {
  session.menus = [
    {
      id: 2,
      pid: 1,
      type: 'menu',
      title: 'Services',
      name: 'shop/goods/service',
      path: 'shop/goods/service',
    },
  ]
  answerCalls(() => ({ list: [], total: 0 }))
  open()
  expect(await screen.findByRole('link', { name: 'Add one in a new tab' })).toBeTruthy()
})
