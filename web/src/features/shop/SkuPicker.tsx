import { useTranslation } from 'react-i18next'
import type { Goods } from './calls'
import { Picture } from './Picture'
import { valueState, type Chosen } from './sku'
import classes from './goods.module.css'

interface Props {
  goods: Pick<Goods, 'skus' | 'spec_attrs'>
  chosen: Chosen
  choose: (chosen: Chosen) => void
}

/**
 * The values of each group. Those that do not exist or are sold out with the chosen others are grey, with the
 * reason.
 */
export function SkuPicker({ goods, chosen, choose }: Props) {
  const { t } = useTranslation()
  return goods.spec_attrs.map((group) => (
    <fieldset key={group.id} className={classes.group}>
      <legend>{group.name}</legend>
      <div>
        {group.values.map((value) => {
          const state = valueState(goods.skus, goods.spec_attrs, chosen, group.id, value.id)
          const own = chosen[group.id] === value.id
          return (
            <button
              key={value.id}
              type="button"
              aria-pressed={own}
              data-state={state}
              disabled={state === 'none' && !own}
              onClick={() => choose({ ...chosen, [group.id]: own ? '' : value.id })}
            >
              {value.image && <Picture src={value.image} alt="" size={28} />}
              {value.text}
              {state === 'out' && <small>{t('shop.stock.out')}</small>}
            </button>
          )
        })}
      </div>
    </fieldset>
  ))
}
