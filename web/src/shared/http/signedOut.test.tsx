import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { answerCalls } from '../../../test/page'

it('says in words that the session has ended, also before the texts have arrived', async () => {
  vi.resetModules()
  const { loadTextsWith } = await import('@/shared/i18n')
  const texts = { default: { error: { session: 'The session has ended' } } }
  let arrive: () => void = () => undefined
  const arriving = new Promise<typeof texts>((done) => (arrive = () => done(texts)))
  loadTextsWith(() => arriving)
  const { client } = await import('.')
  answerCalls(() => ({ code: 303, msg: '', data: { type: 'need login' } }))
  await expect(client.get('/admin/Index/index')).rejects.toThrow()
  arrive()
  await screen.findByText('The session has ended')
  expect(screen.queryByText('error.session')).toBeNull()
})
