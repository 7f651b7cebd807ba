import { Tag } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { Nothing } from '@/shared/ui/Page'
import type { Explained, GroupExplained } from './why'
import classes from './why.module.css'

const COLOURS = { enabled: 'green', above_disabled: 'orange', disabled: 'red', gone: 'gray' } as const

/** What a group is called, where the reader may know. */
export function useGroupName(): (name: string) => string {
  const { t } = useTranslation()
  return (name) => name || t('why.anotherGroup')
}

/** Groups by their places in the answer. */
export function GroupChips({
  groups,
  places,
}: {
  groups: readonly GroupExplained[]
  places: readonly number[]
}) {
  const nameOf = useGroupName()
  return (
    <>
      {places.map((place) => {
        const group = groups[place]
        return (
          group && (
            <Tag key={place} size="small" color={group.super ? 'gold' : 'arcoblue'}>
              {nameOf(group.name)}
            </Tag>
          )
        )
      })}
    </>
  )
}

/** The groups of an account, with their states and the rows that they show. */
export function WhyGroups({ of }: { of: Explained }) {
  const { t } = useTranslation()
  const nameOf = useGroupName()
  if (of.groups.length === 0) return <Nothing text={t('why.noGroups')} />
  return (
    <ul className={classes.list}>
      {of.groups.map((group, place) => (
        <li key={group.id || `hidden ${place}`}>
          <span className={classes.head}>
            <strong>{nameOf(group.name)}</strong>
            <Tag size="small" color={COLOURS[group.state]}>
              {t(`why.state.${group.state}`)}
            </Tag>
            {group.super && (
              <Tag size="small" color="gold">
                {t('why.superGroup')}
              </Tag>
            )}
          </span>
          {group.state !== 'gone' && (
            <span className={classes.quiet}>
              {t('why.rows', { reach: t(`why.reach.${group.reach}`) })}
              {group.reach_confined_by !== null && group.reach_confined_by !== undefined && (
                <>
                  {' '}
                  {t('why.reachConfined', {
                    group: nameOf(group.reach_confined_by),
                    own: t(`why.reach.${group.own_reach}`),
                  })}
                </>
              )}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

const RIGHT_COLOURS = { see: 'gray', work: 'arcoblue', decide: 'green' } as const

/** What may be done in each warehouse, and by which group. */
export function WhyWarehouses({ of }: { of: Explained }) {
  const { t } = useTranslation()
  const nameOf = useGroupName()
  if (of.warehouses.length === 0) return <Nothing text={t('why.noWarehouses')} />
  return (
    <ul className={classes.list}>
      {of.warehouses.map((warehouse) => (
        <li key={warehouse.id}>
          <span className={classes.head}>
            <strong>{warehouse.name}</strong>
            <Tag size="small" color={warehouse.right ? RIGHT_COLOURS[warehouse.right] : 'red'}>
              {t(`why.right.${warehouse.right ?? 'none'}`)}
            </Tag>
          </span>
          {of.admin.super && <span className={classes.quiet}>{t('why.because.super')}</span>}
          {warehouse.by.map(({ group, right, own, confined_by: confinedBy }) => (
            <span key={group} className={classes.quiet}>
              <GroupChips groups={of.groups} places={[group]} /> {t(`why.right.${right ?? 'none'}`)}
              {confinedBy !== null && confinedBy !== undefined && own && (
                <> {t('why.confined', { group: nameOf(confinedBy), own: t(`why.right.${own}`) })}</>
              )}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
