import { Icon } from '../art/Icon'
import classes from './sections.module.css'

export interface Feature {
  /** Strokes of an icon. */
  icon: string
  title: string
  text: string
}

export function Features({ list, columns = 3 }: { list: readonly Feature[]; columns?: 2 | 3 }) {
  return (
    <ul className={columns === 2 ? `${classes.features} ${classes.two}` : classes.features}>
      {list.map(({ icon, title, text }) => (
        <li key={title} className={classes.feature}>
          <span className={classes.featureIcon}>
            <Icon path={icon} size={24} />
          </span>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}
