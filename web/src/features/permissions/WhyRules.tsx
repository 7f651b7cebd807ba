import { Input, Radio } from '@arco-design/web-react'
import { IconCheckCircle, IconCloseCircle, IconMinusCircle, IconRight } from '@arco-design/web-react/icon'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Nothing } from '@/shared/ui/Page'
import { GroupChips } from './WhyGroups'
import {
  found,
  markOf,
  SHOWN,
  treeOf,
  type Branch,
  type Explained,
  type RuleExplained,
  type Shown,
} from './why'
import classes from './why.module.css'

const MARKS = { yes: IconCheckCircle, partly: IconMinusCircle, no: IconCloseCircle }

/** Why a rule lets somebody do what it names, or does not. */
function Reason({ rule, of }: { rule: RuleExplained; of: Explained }) {
  const { t } = useTranslation()
  const separator = t('why.separator')
  const names = rule.warehouses.map((id) => of.warehouses.find((one) => one.id === id)?.name ?? `#${id}`)
  const places = [...names, ...(rule.elsewhere ? [t('why.otherWarehouses')] : [])].join(separator)
  const chips = rule.why === 'group_disabled' ? rule.without : rule.by
  return (
    <span className={classes.reason}>
      <span>{t(`why.because.${rule.why}`, { places })}</span>
      <GroupChips groups={of.groups} places={chips} />
      {rule.why === 'super' && !rule.enabled && <span>{t('why.notInMenu')}</span>}
    </span>
  )
}

function Row({ branch, of, open }: { branch: Branch; of: Explained; open: boolean }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<boolean | null>(null)
  const { rule, below, total, allowed } = branch
  const unfolded = opened ?? open
  const mark = markOf(rule)
  const Mark = MARKS[mark]
  return (
    <li>
      <div className={classes.rule}>
        {below.length > 0 ? (
          <button
            type="button"
            className={classes.fold}
            aria-expanded={unfolded}
            aria-label={t('why.below', { title: rule.title })}
            onClick={() => setOpened(!unfolded)}
          >
            <IconRight />
          </button>
        ) : (
          <span className={classes.noFold} />
        )}
        <span className={classes.mark} data-mark={mark} role="img" aria-label={t(`why.mark.${mark}`)}>
          <Mark />
        </span>
        <span className={classes.words}>
          <span className={classes.ruleTitle}>
            <span>{rule.title}</span>
            <span className={classes.ruleName}>{rule.name}</span>
            {below.length > 0 && (
              <span className={classes.share} title={t('why.share', { allowed, total })}>
                {allowed}/{total}
              </span>
            )}
          </span>
          <Reason rule={rule} of={of} />
        </span>
      </div>
      {unfolded && below.length > 0 && (
        <ul className={classes.branch}>
          {below.map((one) => (
            <Row key={one.rule.id} branch={one} of={of} open={open} />
          ))}
        </ul>
      )}
    </li>
  )
}

interface RulesProps {
  of: Explained
  shown: Shown
  words: string
  set: (change: { show?: Shown; node?: string }) => void
}

/** All rules as a tree, each with the reason. */
export function WhyRules({ of, shown, words, set }: RulesProps) {
  const { t } = useTranslation()
  const tree = useMemo(() => treeOf(of.rules), [of.rules])
  const branches = useMemo(() => found(tree, shown, words), [tree, shown, words])
  const searching = words.trim() !== ''
  return (
    <>
      <div className={classes.filters}>
        <Input.Search
          aria-label={t('why.search')}
          placeholder={t('why.search')}
          allowClear
          value={words}
          onChange={(node) => set({ node })}
        />
        <Radio.Group
          type="button"
          aria-label={t('why.show')}
          value={shown}
          options={SHOWN.map((value) => ({ value, label: t(`why.shown.${value}`) }))}
          onChange={(show: Shown) => set({ show })}
        />
      </div>
      {branches.length === 0 ? (
        <Nothing text={t('why.nothing')} />
      ) : (
        <ul key={`${searching}${shown}`} className={classes.tree}>
          {branches.map((branch) => (
            <Row key={branch.rule.id} branch={branch} of={of} open={searching} />
          ))}
        </ul>
      )}
    </>
  )
}
