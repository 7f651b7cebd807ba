import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../test/page'
import type { Resource } from '../schema/types'
import DeleteDialog from './DeleteDialog'

beforeAll(() => loadTexts('resource'))

const carriers = {
  name: 'warehouse.Carrier',
  title: { zh: '承运商', en: 'Carriers' },
  titleField: 'name',
  fields: [],
  nodes: ['del'],
  recycle: false,
} as unknown as Resource

it("says by what a row is used that can't be deleted, with a link to it", async () => {
  answerCalls(() => ({
    code: 0,
    msg: 'in use',
    data: {
      key: 'error.in_use',
      ids: [3],
      uses: [
        { id: 3, by: 'Outbound order', name: 'CK1', link: '/admin/warehouse/outboundOrder?id=7' },
        { id: 3, by: 'Stock', name: '', link: null },
      ],
    },
  }))
  renderPage(
    <DeleteDialog
      resource={carriers}
      ids={[3]}
      rows={[{ id: 3, name: 'Post' }]}
      close={() => undefined}
      deleted={() => undefined}
    />,
  )
  fireEvent.click(document.querySelector('.arco-modal-footer .arco-btn-primary')!)
  const link = await screen.findByRole('link', { name: 'CK1' })
  expect(link.getAttribute('href')).toBe('/admin/warehouse/outboundOrder?id=7')
  expect(screen.getByRole('list', { name: 'Used by' }).textContent).toBe('Outbound order CK1Stock ')
})

it.each([
  ['by a rule that is switched on', [{ id: 1, status: 1 }], true, true],
  ['not by one that is switched off', [{ id: 1, status: 0 }], true, false],
  ['by default, as master data', [], true, true],
  ['not as a log without a rule', [], false, false],
])('says whether rows can be restored: %s', async (_, list, stamped, kept) => {
  answerCalls(() => ({ code: 1, msg: '', data: { list, total: list.length } }))
  const resource = { ...carriers, recycle: true, stamped }
  renderPage(
    <DeleteDialog
      resource={resource}
      ids={[3]}
      rows={[{ id: 3, name: 'Post' }]}
      close={() => undefined}
      deleted={() => undefined}
    />,
  )
  expect(await screen.findByText(kept ? /recycle bin/i : /can’t be/i)).toBeTruthy()
})
