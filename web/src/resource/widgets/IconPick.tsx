import { Button, Input, Popover } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import NamedIcon from '@/shared/ui/icons/NamedIcon'
import { ICONS } from '@/shared/ui/icons/ruleIcon'
import type { WidgetProps } from './types'
import classes from './widgets.module.css'

/** An icon by its name, or chosen from a table. */
export default function IconPick({ value, onChange, label, disabled, id }: WidgetProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState(false)
  const text = typeof value === 'string' ? value : ''
  const found = Object.entries(ICONS).filter(([name]) => name.includes(search.trim().toLowerCase()))
  return (
    <Input.Group compact className={classes.iconPick}>
      <Popover
        trigger="click"
        position="bl"
        popupVisible={open}
        onVisibleChange={setOpen}
        content={
          <div className={classes.icons}>
            <Input.Search
              size="small"
              aria-label={t('widgets.searchIcon')}
              placeholder={t('widgets.searchIcon')}
              value={search}
              onChange={setSearch}
            />
            <div className={classes.iconGrid}>
              {found.map(([name, Icon]) => (
                <button
                  key={name}
                  type="button"
                  title={name}
                  aria-label={name}
                  aria-pressed={text === name}
                  onClick={() => {
                    onChange?.(name)
                    setOpen(false)
                  }}
                >
                  <Icon />
                </button>
              ))}
            </div>
          </div>
        }
      >
        <Button disabled={disabled} aria-label={t('widgets.chooseIcon')} icon={<NamedIcon name={text} />} />
      </Popover>
      <Input id={id} aria-label={label} disabled={disabled} value={text} onChange={onChange} />
    </Input.Group>
  )
}
