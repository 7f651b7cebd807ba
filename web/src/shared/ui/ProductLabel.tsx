import classes from './productLabel.module.css'

interface ProductLabelProps {
  product: { product_no?: string | null; name?: string | null; spec?: string | null } | null | undefined
}

/** Name above, number and specification below. */
export function ProductLabel({ product }: ProductLabelProps) {
  if (!product) return <>–</>
  return (
    <span className={classes.product}>
      <span className={classes.name}>{product.name}</span>
      <span className={classes.detail}>{[product.product_no, product.spec].filter(Boolean).join(' · ')}</span>
    </span>
  )
}
