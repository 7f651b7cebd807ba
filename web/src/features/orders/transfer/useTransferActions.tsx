import { TRANSFER } from '../kinds'
import { useOrderActions, type OrderActions } from '../useOrderActions'

/** The steps of transfers. */
export const useTransferActions = (changed: () => void): OrderActions => useOrderActions(TRANSFER, changed)
