import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { site } from '@/shared/site/store'
import { answerCalls, renderPage, type Call } from '../../../../test/page'
import { ShipDialog } from './ShipDialog'

beforeAll(() => loadTexts('shopRefund', 'upload'))

it('goods are sent back with a company, a number and pictures', async () => {
  const calls = answerCalls((call: Call) =>
    call.path.endsWith('/upload') ? { file: { url: '/storage/box.png' } } : {},
  )
  site.upload = {
    ...site.upload,
    mode: 'local',
    maxSize: 1_000_000,
    saveName: '',
    allowedSuffixes: 'png',
    allowedMimeTypes: '',
  }
  renderPage(<ShipDialog id={901} close={() => undefined} sent={() => undefined} />)
  fireEvent.change(screen.getByRole('textbox', { name: 'Delivery company' }), {
    target: { value: 'Express' },
  })
  fireEvent.change(screen.getByRole('textbox', { name: 'Tracking number' }), { target: { value: ' B1 ' } })
  const file = document.querySelector<HTMLInputElement>('input[type=file]')!
  fireEvent.change(file, { target: { files: [new File(['x'], 'box.png', { type: 'image/png' })] } })
  await screen.findByRole('button', { name: 'Remove picture 1' })
  fireEvent.click(screen.getByRole('button', { name: 'I have sent it' }))
  await waitFor(() => expect(calls.some(({ path }) => path === '/api/shop.Refund/ship')).toBe(true))
  expect(calls.find(({ path }) => path === '/api/shop.Refund/ship')?.body).toMatchObject({
    id: 901,
    company: 'Express',
    courier_number: 'B1',
    images: ['/storage/box.png'],
  })
})
