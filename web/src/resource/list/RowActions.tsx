import { Button, Dropdown, Menu } from '@arco-design/web-react'
import { IconMore } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import classes from '../list.module.css'
import type { Row, RowAction } from '../types'

/** Arco's style without its component, because a list has many of these. */
const PLAIN = 'arco-btn arco-btn-text arco-btn-size-small arco-btn-shape-square'

/** The likely next step of a row, if it has one: no way to another page, and nothing that can't be taken back. The others are in its menu. */
export function arranged<T extends Row>(actions: readonly RowAction<T>[], row: T) {
  const possible = actions.filter((action) => action.when?.(row) ?? true)
  const next = possible.find(({ inMenu, link, danger }) => !inMenu && !link && !danger)
  return { next, rest: possible.filter((action) => action !== next) }
}

interface RowActionsProps<T> {
  row: T
  actions: readonly RowAction<T>[]
}

function Rest<T extends Row>({ row, actions }: RowActionsProps<T>) {
  const { t } = useTranslation()
  return (
    <Dropdown
      trigger="click"
      position="br"
      droplist={
        <Menu onClickMenuItem={(key) => actions.find((action) => action.key === key)?.run(row)}>
          {actions.map((action) => (
            <Menu.Item key={action.key} className={action.danger ? classes.dangerItem : undefined}>
              {action.label}
            </Menu.Item>
          ))}
        </Menu>
      }
    >
      <Button type="text" size="small" icon={<IconMore />} aria-label={t('common.more')} />
    </Dropdown>
  )
}

export function RowActions<T extends Row>({ row, actions }: RowActionsProps<T>) {
  const { next, rest } = arranged(actions, row)
  return (
    <div className={classes.rowActions} onClick={(event) => event.stopPropagation()}>
      {next && (
        <button type="button" className={PLAIN} title={next.label} onClick={() => next.run(row)}>
          <span className={classes.nextStep}>{next.label}</span>
        </button>
      )}
      {rest.length > 0 && <Rest row={row} actions={rest} />}
    </div>
  )
}
