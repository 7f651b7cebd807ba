import { Button, Checkbox, Popover, Radio } from '@arco-design/web-react'
import { IconArrowDown, IconArrowUp, IconSettings } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import classes from './viewSettings.module.css'
import { arranged, moveColumn, resetView, setDensity, showColumn, views, type Density } from './views'

/** What the keyboard does on a list, and on the row that has the focus. */
const KEYS = [
  ['/', 'search'],
  ['n', 'add'],
  ['r', 'refresh'],
  ['↑ ↓', 'move'],
  ['↵', 'open'],
  ['e', 'edit'],
  ['␣', 'choose'],
  ['⌦', 'del'],
] as const
const DENSITIES: readonly Density[] = ['default', 'middle', 'small']

interface ViewSettingsProps {
  /** Whose settings these are. */
  name: string
  columns: readonly { key: string; title: string; hidden?: boolean }[]
}

/** Which columns are shown, in which order, and how tight the rows stand. */
export function ViewSettings({ name, columns }: ViewSettingsProps) {
  const { t } = useTranslation()
  const { density, of, leftOut } = useSnapshot(views)
  const narrow = leftOut[name] ?? []
  const list = arranged(columns, of[name]).map((one) => ({
    ...one,
    shown: one.shown && !narrow.includes(one.column.key),
  }))
  const keys = list.map(({ column }) => column.key)
  const shown = list.filter((one) => one.shown).length
  const content = (
    <div className={classes.settings}>
      <div className={classes.title}>{t('resource.density')}</div>
      <Radio.Group
        type="button"
        size="small"
        value={density}
        onChange={setDensity}
        options={DENSITIES.map((value) => ({ value, label: t(`resource.densities.${value}`) }))}
      />
      <div className={classes.title}>{t('resource.columns')}</div>
      <ul className={classes.columns}>
        {list.map((one, index) => (
          <li key={one.column.key}>
            <Checkbox
              checked={one.shown}
              disabled={one.shown && shown === 1}
              onChange={(on) => showColumn(name, one.column.key, on)}
            >
              {one.column.title}
            </Checkbox>
            <span className={classes.moves}>
              <Button
                type="text"
                size="mini"
                icon={<IconArrowUp />}
                disabled={index === 0}
                aria-label={t('resource.moveUp', { name: one.column.title })}
                onClick={() => moveColumn(name, keys, one.column.key, -1)}
              />
              <Button
                type="text"
                size="mini"
                icon={<IconArrowDown />}
                disabled={index === list.length - 1}
                aria-label={t('resource.moveDown', { name: one.column.title })}
                onClick={() => moveColumn(name, keys, one.column.key, 1)}
              />
            </span>
          </li>
        ))}
      </ul>
      {narrow.length > 0 && <p className={classes.note}>{t('resource.noRoom', { count: narrow.length })}</p>}
      <Button type="text" size="small" disabled={!of[name]} onClick={() => resetView(name)}>
        {t('common.reset')}
      </Button>
      <p className={classes.note}>{t('resource.widthHint')}</p>
      <div className={classes.title}>{t('resource.keys.title')}</div>
      <dl className={classes.keys}>
        {KEYS.map(([key, name]) => [
          <dt key={`${name} key`}>
            <kbd>{key}</kbd>
          </dt>,
          <dd key={name}>{t(`resource.keys.${name}`)}</dd>,
        ])}
      </dl>
    </div>
  )
  return (
    <Popover trigger="click" position="br" content={content}>
      <Button icon={<IconSettings />} aria-label={t('resource.view')} title={t('resource.view')} />
    </Popover>
  )
}
