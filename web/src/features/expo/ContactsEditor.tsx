import { Button, Input } from '@arco-design/web-react'
import { IconDelete, IconPlus } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import type { WidgetProps } from '@/resource/widgets/types'
import { CONTACTS_MAX, contactsOf, NOBODY, PARTS, type Contact } from './contacts'
import classes from './expo.module.css'

/** The people of a company, a line each. */
export default function ContactsEditor({ value, onChange, label, disabled }: WidgetProps) {
  const { t } = useTranslation()
  const people = contactsOf(value)
  const change = (next: readonly Contact[]): void => onChange?.(next.length > 0 ? JSON.stringify(next) : '')
  return (
    <div className={classes.people} role="group" aria-label={label}>
      {people.map((person, at) => (
        <div key={at} className={classes.person}>
          {PARTS.map((part) => (
            <Input
              key={part}
              disabled={disabled}
              value={person[part]}
              maxLength={100}
              placeholder={t(`expo.contact.${part}`)}
              aria-label={t('expo.contactOf', { part: t(`expo.contact.${part}`), number: at + 1 })}
              onChange={(text) =>
                change(people.map((one, index) => (index === at ? { ...one, [part]: text } : one)))
              }
            />
          ))}
          {!disabled && (
            <Button
              type="text"
              status="danger"
              icon={<IconDelete />}
              aria-label={t('expo.dropContact', { number: at + 1 })}
              onClick={() => change(people.filter((_, index) => index !== at))}
            />
          )}
        </div>
      ))}
      {!disabled && people.length < CONTACTS_MAX && (
        <Button type="dashed" icon={<IconPlus />} onClick={() => change([...people, NOBODY])}>
          {t('expo.addContact')}
        </Button>
      )}
    </div>
  )
}
