import { Button, Dropdown, Menu } from '@arco-design/web-react'
import { IconMore } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import classes from '../list.module.css'
import type { Row, RowAction } from '../types'

/** Arco's style without its component, because a list has many of these. */
const PLAIN = 'arco-btn arco-btn-text arco-btn-size-small arco-btn-shape-square'
/** Shown beside the row; the rest goes into the menu. */
const ACTIONS_SHOWN = 2

/** Which of the actions of a row are buttons, and which are in its menu. No menu has one action for want of room. */
export function arranged<T extends Row>(actions: readonly RowAction<T>[], row: T) {
  const possible = actions.filter((action) => action.when?.(row) ?? true)
  const direct = possible.filter(({ inMenu }) => !inMenu)
  const all = direct.length === possible.length && possible.length <= ACTIONS_SHOWN + 1
  const shown = all ? possible : direct.slice(0, ACTIONS_SHOWN)
  return { shown, rest: possible.filter((action) => !shown.includes(action)) }
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
            <Menu.Item key={action.key}>{action.label}</Menu.Item>
          ))}
        </Menu>
      }
    >
      <Button type="text" size="small" icon={<IconMore />} aria-label={t('common.more')} />
    </Dropdown>
  )
}

export function RowActions<T extends Row>({ row, actions }: RowActionsProps<T>) {
  const { shown, rest } = arranged(actions, row)
  return (
    <div className={classes.rowActions} onClick={(event) => event.stopPropagation()}>
      {shown.map((action) => (
        <button
          key={action.key}
          type="button"
          className={action.danger ? `${PLAIN} arco-btn-status-danger` : PLAIN}
          onClick={() => action.run(row)}
        >
          {action.label}
        </button>
      ))}
      {rest.length > 0 && <Rest row={row} actions={rest} />}
    </div>
  )
}
