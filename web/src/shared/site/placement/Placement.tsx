import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { ratioOf } from './remembered'
import { whenIdle } from './whenIdle'
import classes from './placement.module.css'

const Pictures = lazy(() => import('./Pictures'))

interface Props {
  /** The code of a zone. */
  zone: string
  /** Height by width until the zone's own is known: the space that is kept. */
  ratio: number
  /** It stands within a frame that has margins already. */
  framed?: boolean
}

/**
 * A zone of a page that the back office fills. It keeps its space and asks for nothing before the page has been loaded and is
 * idle, so that pages are painted as without it. Its height changes only while it is out of view, so that nothing moves under
 * a reader's eyes.
 */
export function Placement({ zone, ratio, framed = false }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [kept, setKept] = useState(() => ratioOf(zone) ?? ratio)
  const [wanted, setWanted] = useState(kept)
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  useEffect(() => {
    if (wanted === kept || !place.current) return undefined
    const watch = new IntersectionObserver((entries) => {
      if (entries.every(({ isIntersecting }) => !isIntersecting)) setKept(wanted)
    })
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [wanted, kept])
  return (
    <div
      ref={place}
      className={classes.place}
      data-empty={kept === 0}
      data-framed={framed}
      style={kept > 0 ? { aspectRatio: 1 / kept } : undefined}
    >
      {idle && (
        <Suspense fallback={null}>
          <Pictures zone={zone} fits={kept > 0} setRatio={setWanted} />
        </Suspense>
      )}
    </div>
  )
}
