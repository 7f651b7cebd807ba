import { Button, Checkbox, Switch, Tag } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schema } from '@/shared/http'
import { useProblem } from '@/shared/hooks/useProblem'
import { mail, mute } from './api'
import { COLOURS } from './kinds'
import classes from './notifications.module.css'

interface Props {
  kind: Schema<'NotificationKindView'>
  /** The warehouses that one sees. */
  warehouses: readonly Schema<'NotificationWarehouse'>[]
  /** Whether one has an address for mail. */
  mailable: boolean
}

/** A kind of notifications that is switched off and on, wholly or for single warehouses. */
export function KindRow({ kind, warehouses, mailable }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [wanted, setWanted] = useState(!kind.muted)
  const [mailed, setMailed] = useState(kind.mailed)
  const [silent, setSilent] = useState<readonly number[]>(kind.muted_warehouses)
  const [open, setOpen] = useState(false)
  // With one warehouse the switch says it all.
  const places = kind.by_warehouse && warehouses.length > 1 && wanted
  const off = warehouses.filter(({ id }) => silent.includes(id)).length

  const change = (to: boolean): void => {
    setWanted(to)
    mute(kind.name, !to).catch((error: unknown) => {
      setWanted(!to)
      show(error)
    })
  }
  const changeMail = (to: boolean): void => {
    setMailed(to)
    mail(kind.name, to).catch((error: unknown) => {
      setMailed(!to)
      show(error)
    })
  }
  const changeAt = (id: number, to: boolean): void => {
    const put = (on: boolean): void =>
      setSilent((before) => (on ? before.filter((one) => one !== id) : [...before, id]))
    put(to)
    mute(kind.name, !to, id).catch((error: unknown) => {
      put(!to)
      show(error)
    })
  }

  return (
    <div>
      <div className={classes.kind}>
        <Tag color={COLOURS[kind.severity]}>{kind.label}</Tag>
        <span className={classes.switches}>
          {places && (
            <Button
              type="text"
              size="mini"
              aria-expanded={open}
              aria-label={`${kind.label}: ${t('notification.byWarehouse')}`}
              onClick={() => setOpen(!open)}
            >
              {off > 0 ? t('notification.offIn', { count: off }) : t('notification.byWarehouse')}
            </Button>
          )}
          {wanted && mailable && (
            <Checkbox
              checked={mailed}
              aria-label={`${kind.label}: ${t('notification.byMail')}`}
              onChange={changeMail}
            >
              {t('notification.byMail')}
            </Checkbox>
          )}
          <Switch
            checked={wanted}
            disabled={!kind.mutable}
            aria-label={kind.label}
            onChange={(to: boolean) => change(to)}
          />
        </span>
      </div>
      {places && open && (
        <div
          className={classes.places}
          role="group"
          aria-label={`${kind.label}: ${t('notification.byWarehouse')}`}
        >
          {warehouses.map(({ id, name }) => (
            <Checkbox key={id} checked={!silent.includes(id)} onChange={(to: boolean) => changeAt(id, to)}>
              {name}
            </Checkbox>
          ))}
        </div>
      )}
    </div>
  )
}
