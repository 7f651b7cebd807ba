import { Avatar } from '@arco-design/web-react'
import { faceUrl } from '@/shared/upload/address'

interface FaceProps {
  of: { readonly nickname: string; readonly avatar?: string }
  size: number
}

/** Somebody's picture, or the first letter of the name. */
export function Face({ of, size }: FaceProps) {
  const url = faceUrl(of.avatar)
  return <Avatar size={size}>{url ? <img src={url} alt="" /> : of.nickname.slice(0, 1).toUpperCase()}</Avatar>
}
