import { IconFile } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import type { Hold } from '@/resource/custom'
import type { ResourceRow } from '@/resource/schema/types'
import { Checkbox } from '@/shared/ui/Checkbox'
import { fullUrl } from '@/shared/upload/address'
import classes from './attachments.module.css'
import { readableSize } from '@/shared/number/size'

/** Files as tiles. */
export function Gallery({ rows, hold }: { rows: readonly ResourceRow[]; hold: Hold }) {
  const { t } = useTranslation()
  return (
    <ul className={classes.gallery}>
      {rows.map((row) => {
        const chosen = hold.chosen.includes(row.id)
        const name = String(row.name)
        return (
          <li key={row.id} className={classes.tile} data-chosen={chosen}>
            <button
              type="button"
              className={classes.open}
              aria-label={t('attachments.open', { name })}
              onClick={() => hold.open(row)}
            >
              {String(row.mimetype).startsWith('image/') ? (
                <img src={fullUrl(String(row.url))} alt="" loading="lazy" />
              ) : (
                <span className={classes.suffix}>
                  <IconFile />
                  {String(row.suffix ?? '')}
                </span>
              )}
            </button>
            <span className={classes.check}>
              <Checkbox
                label={t('attachments.select', { name })}
                checked={chosen}
                onChange={(on) =>
                  hold.choose(on ? [...hold.chosen, row.id] : hold.chosen.filter((id) => id !== row.id))
                }
              />
            </span>
            <span className={classes.name} title={name}>
              {name}
            </span>
            <span className={classes.fact}>
              {readableSize(Number(row.size))}
              {Number(row.width) > 0 && ` · ${String(row.width)} × ${String(row.height)}`}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
