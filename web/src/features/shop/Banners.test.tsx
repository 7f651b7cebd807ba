import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Banners } from './Banners'

const BANNER = {
  id: 1,
  name: 'Back to school',
  image: '/school.webp',
  link_type: 3,
  link_value: '',
  worded: true,
  subtitle: 'All in one go',
}
const show = (worded: boolean) =>
  render(
    <MemoryRouter>
      <Banners list={[{ ...BANNER, worded }]} />
    </MemoryRouter>,
  )

test('the words over a picture are text, and the picture says nothing besides', () => {
  show(true)
  expect(screen.getByRole('link', { name: 'Back to school All in one go' }).getAttribute('href')).toBe(
    '/shop/coupons',
  )
  expect(screen.queryByRole('img')).toBeNull()
})

test('a picture with words of its own is named by its banner', () => {
  show(false)
  expect(screen.getByRole('img', { name: 'Back to school' })).toBeTruthy()
  expect(screen.queryByText('All in one go')).toBeNull()
})
