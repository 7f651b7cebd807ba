import { Button, Input, Message, Modal } from '@arco-design/web-react'
import { IconClose, IconDelete, IconPlus } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './goods.module.css'
import { ImagePick } from './ImagePick'
import { newId, VALUES_MAX, type SpecGroup, type SpecValue } from './spec'

interface Props {
  group: SpecGroup
  number: number
  disabled?: boolean
  change: (group: SpecGroup) => void
  removeValue: (value: string) => void
  remove: () => void
}

/** A group of values: its name, its values with pictures. */
export function GroupEditor({ group, number, disabled, change, removeValue, remove }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const set = (value: SpecValue): void =>
    change({ ...group, values: group.values.map((one) => (one.id === value.id ? value : one)) })

  const add = (): void => {
    const text = typed.trim()
    if (!text) return void Message.warning({ id: 'spec', content: t('shopAdmin.spec.emptyValue') })
    if (group.values.length >= VALUES_MAX)
      return void Message.warning({ id: 'spec', content: t('shopAdmin.spec.valuesMax') })
    if (group.values.some((value) => value.text.trim() === text))
      return void Message.warning({ id: 'spec', content: t('shopAdmin.spec.sameValue') })
    change({ ...group, values: [...group.values, { id: newId(), text, image: '' }] })
    setTyped('')
  }
  const askValue = (value: SpecValue): void => {
    if (group.values.length === 1)
      return void Message.warning({ id: 'spec', content: t('shopAdmin.spec.lastValue') })
    Modal.confirm({
      title: t('shopAdmin.spec.removeValue', { name: value.text }),
      content: t('shopAdmin.spec.noWayBack'),
      okButtonProps: { status: 'danger' },
      onOk: () => removeValue(value.id),
    })
  }

  return (
    <div role="group" className={classes.group} aria-label={t('shopAdmin.spec.group', { number })}>
      <div className={classes.groupHead}>
        <Input
          aria-label={t('shopAdmin.spec.groupName', { number })}
          placeholder={t('shopAdmin.spec.groupExample')}
          value={group.name}
          disabled={disabled}
          maxLength={50}
          onChange={(name) => change({ ...group, name })}
        />
        {!disabled && (
          <Button
            type="text"
            status="danger"
            icon={<IconDelete />}
            aria-label={t('shopAdmin.spec.removeGroup', { name: group.name || number })}
            onClick={remove}
          />
        )}
      </div>
      <ul className={classes.values}>
        {group.values.map((value) => (
          <li key={value.id} className={classes.value}>
            <ImagePick
              label={t('shopAdmin.spec.imageOf', { name: value.text })}
              value={value.image}
              disabled={disabled}
              onChange={(image) => set({ ...value, image })}
            />
            <input
              className={classes.plain}
              aria-label={t('shopAdmin.spec.valueName', { name: value.text })}
              value={value.text}
              disabled={disabled}
              maxLength={50}
              size={Math.max(4, value.text.length * 2)}
              onChange={(event) => set({ ...value, text: event.target.value })}
            />
            {!disabled && (
              <Button
                size="mini"
                type="text"
                icon={<IconClose />}
                aria-label={t('shopAdmin.spec.removeValue', { name: value.text })}
                onClick={() => askValue(value)}
              />
            )}
          </li>
        ))}
        {!disabled && (
          <li className={classes.newValue}>
            <Input
              aria-label={t('shopAdmin.spec.newValue', { name: group.name || number })}
              placeholder={t('shopAdmin.spec.valueExample')}
              value={typed}
              maxLength={50}
              onChange={setTyped}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                event.preventDefault()
                event.stopPropagation()
                add()
              }}
            />
            <Button
              icon={<IconPlus />}
              aria-label={t('shopAdmin.spec.addValue', { name: group.name || number })}
              onClick={add}
            />
          </li>
        )}
      </ul>
    </div>
  )
}
