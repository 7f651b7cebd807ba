import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { announce } from './announce'
import { Message, toastOf } from './toast'

afterEach(() => act(() => Message.clear()))

it('shows the same words once, whoever says them and however often', async () => {
  act(() => {
    Message.warning('The form is not complete')
    Message.warning('The form is not complete')
    announce('Product “Oak table” saved')
  })
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
  expect(screen.getAllByText('The form is not complete')).toHaveLength(1)
})

it('comes at the foot, and at the head while a field down there is filled in', () => {
  expect(toastOf('Saved')).toEqual({ content: 'Saved', id: 'Saved', position: 'bottom' })
  const field = document.body.appendChild(document.createElement('input'))
  field.getBoundingClientRect = () => ({ bottom: window.innerHeight - 20 }) as DOMRect
  field.focus()
  expect(toastOf({ content: 'Saved', id: 'form' })).toEqual({ content: 'Saved', id: 'form', position: 'top' })
  field.remove()
})
