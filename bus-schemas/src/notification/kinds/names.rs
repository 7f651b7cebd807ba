//! What the kinds are called in the program, with the data that each is told with.

use super::*;

impl NotificationKind {
    /// An order waits for review: to those who may review it.
    pub const ORDER_REVIEW: Self = Self::new(&ORDER_REVIEW);
    /// An order was stocked, wholly or in part: to its people.
    pub const ORDER_STOCKED: Self = Self::new(&ORDER_STOCKED);
    /// An order's review was taken back: to its people.
    pub const ORDER_TAKEN_BACK: Self = Self::new(&ORDER_TAKEN_BACK);
    /// What was open of an order was given up: to its people.
    pub const ORDER_CLOSED_SHORT: Self = Self::new(&ORDER_CLOSED_SHORT);
    /// An order was voided: to its people.
    pub const ORDER_VOIDED: Self = Self::new(&ORDER_VOIDED);
    /// A super administrator reviewed what they wrote themselves: to its people.
    pub const ORDER_OVERRULED: Self = Self::new(&ORDER_OVERRULED);
    /// Goods are on their way: to those who may receive them at the target.
    pub const TRANSFER_ARRIVING: Self = Self::new(&TRANSFER_ARRIVING);
    /// Less arrived than was shipped: to the reviewers of both sides.
    pub const TRANSFER_SHORT: Self = Self::new(&TRANSFER_SHORT);
    /// Goods have been on their way for too long: to the reviewers of both sides.
    pub const TRANSFER_OVERDUE: Self = Self::new(&TRANSFER_OVERDUE);
    /// A product fell below its safety stock.
    pub const STOCK_LOW: Self = Self::new(&STOCK_LOW);
    /// A product fell below the minimum that a warehouse has of its own.
    pub const STOCK_MINIMUM: Self = Self::new(&STOCK_MINIMUM);
    /// A stock balance fell below zero.
    pub const STOCK_NEGATIVE: Self = Self::new(&STOCK_NEGATIVE);
    /// Batches come near their expiry date: once a day, a warehouse.
    pub const BATCH_EXPIRING: Self = Self::new(&BATCH_EXPIRING);
    /// Batches have passed their expiry date: once a day, a warehouse.
    pub const BATCH_EXPIRED: Self = Self::new(&BATCH_EXPIRED);
    /// Goods that were reserved for an order are held: to its people.
    pub const BATCH_HELD: Self = Self::new(&BATCH_HELD);
    /// Goods that were reserved for an order are recalled: to its people.
    pub const BATCH_RECALLED: Self = Self::new(&BATCH_RECALLED);
    /// Goods that an order has delivered are recalled: to its people.
    pub const RECALL_DELIVERED: Self = Self::new(&RECALL_DELIVERED);
    /// Somebody released what was reserved for an order: to its people.
    pub const RESERVATION_RELEASED: Self = Self::new(&RESERVATION_RELEASED);
    /// Reservations are held for too long: once a day, a warehouse.
    pub const RESERVATION_OLD: Self = Self::new(&RESERVATION_OLD);
    /// A count was submitted: to those who may post it.
    pub const COUNT_REVIEW: Self = Self::new(&COUNT_REVIEW);
    /// A count was posted: to those who counted.
    pub const COUNT_DONE: Self = Self::new(&COUNT_DONE);
    /// A posted count took goods that were reserved for an order: to its people.
    pub const COUNT_LOST: Self = Self::new(&COUNT_LOST);
    /// A month is over and its books are open: once a month, to those who may close it.
    pub const BOOKS_OPEN: Self = Self::new(&BOOKS_OPEN);
    /// The nightly check found figures that don't fit the ledger: to those who read the log of tasks.
    pub const BOOKS_WRONG: Self = Self::new(&BOOKS_WRONG);
    /// A file that somebody asked for can be fetched: to them.
    pub const EXPORT_READY: Self = Self::new(&EXPORT_READY);
    /// It could not be made.
    pub const EXPORT_FAILED: Self = Self::new(&EXPORT_FAILED);
    /// A scheduled export ended because its owner may not make it any more: to those who could take it over.
    pub const EXPORT_STOPPED: Self = Self::new(&EXPORT_STOPPED);
    /// The rows of a file are in: to whoever sent it.
    pub const IMPORT_DONE: Self = Self::new(&IMPORT_DONE);
    /// They are not, or not all.
    pub const IMPORT_FAILED: Self = Self::new(&IMPORT_FAILED);
    /// A scheduled task failed: to those who read the log of tasks.
    pub const JOB_FAILED: Self = Self::new(&JOB_FAILED);
    /// The backup failed, or could not be restored: to the same.
    pub const BACKUP_FAILED: Self = Self::new(&BACKUP_FAILED);
    /// A webhook has not taken anything for an hour: to those who see the deliveries.
    pub const WEBHOOK_FAILING: Self = Self::new(&WEBHOOK_FAILING);
    /// It was switched off after three days, or because its receiver is gone.
    pub const WEBHOOK_OFF: Self = Self::new(&WEBHOOK_OFF);
    /// A visitor of the public site left a message.
    pub const SITE_MESSAGE: Self = Self::new(&SITE_MESSAGE);
    /// A visitor asked a company of the trade platform: to those who may see the messages.
    pub const SITE_ENQUIRY: Self = Self::new(&SITE_ENQUIRY);
    /// Somebody is to answer a visitor's message: to them.
    pub const SITE_ASSIGNED: Self = Self::new(&SITE_ASSIGNED);
    /// A colleague has named somebody in a comment: to them.
    pub const COMMENT_MENTION: Self = Self::new(&COMMENT_MENTION);
    /// A visitor's message is due to be answered: `name`; the id is the message's. To who is to answer it, once for each time that is set.
    pub const SITE_DUE: Self = Self::new(&SITE_DUE);
    /// A company asks to be verified: to those who may do so.
    pub const COMPANY_VERIFY: Self = Self::new(&COMPANY_VERIFY);
    /// A member has sent in a proof of who they are: to those who decide on it.
    pub const PERSON_VERIFY: Self = Self::new(&PERSON_VERIFY);
    /// An announcement was published or changed: to the administrators that it is for.
    pub const ANNOUNCEMENT: Self = Self::new(&ANNOUNCEMENT);
    /// An announcement is still to be confirmed: to those who have not.
    pub const ANNOUNCEMENT_CONFIRM: Self = Self::new(&ANNOUNCEMENT_CONFIRM);
    /// A customs declaration was checked and waits to be submitted: `number`; the id is the declaration's.
    pub const DECLARATION_READY: Self = Self::new(&DECLARATION_READY);
    /// A step of a customs declaration, to who made it: `number`, `step_zh`, `step_en`; the id is the declaration's.
    pub const DECLARATION_STEP: Self = Self::new(&DECLARATION_STEP);
    /// Companies of trade fairs are due to be contacted: `count`. To their owner, once a day.
    pub const EXPO_DUE: Self = Self::new(&EXPO_DUE);
    /// A change of a member's balance waits for a second person: `name`, `amount`, `reason`; the id is the request's.
    pub const BALANCE_REQUEST: Self = Self::new(&BALANCE_REQUEST);
    /// A change of a member's balance was approved: `name`, `amount`; the id is the request's. To who has asked.
    pub const BALANCE_APPROVED: Self = Self::new(&BALANCE_APPROVED);
    /// It was refused: `reason` as well.
    pub const BALANCE_REFUSED: Self = Self::new(&BALANCE_REFUSED);
    /// A shop order is paid and waits for its goods: `order_no`, `amount`.
    pub const SHOP_NEW_ORDER: Self = Self::new(&SHOP_NEW_ORDER);
    /// A member asks to cancel a paid order: `order_no`, `reason`.
    pub const SHOP_APPLY_CANCEL: Self = Self::new(&SHOP_APPLY_CANCEL);
    /// What a shop order holds is not there, or what came back can't be taken in: `order_no`, `doubt`, `missing`.
    pub const SHOP_STOCK_EXCEPTION: Self = Self::new(&SHOP_STOCK_EXCEPTION);
    /// Goods that a shop order has delivered are recalled: `order_no`, `goods`, `batch`, `quantity`, `reason`.
    pub const SHOP_RECALL: Self = Self::new(&SHOP_RECALL);
    /// Few pieces are left: `goods`, `sku`, `left`; the id is the goods'.
    pub const SHOP_GOODS_FEW: Self = Self::new(&SHOP_GOODS_FEW);
    pub const SHOP_EVALUATION: Self = Self::new(&SHOP_EVALUATION);
    pub const SHOP_LOW_RATING: Self = Self::new(&SHOP_LOW_RATING);
    /// A refund is asked for: `refund_no`, `order_no`, `amount`; the id is the refund's.
    pub const REFUND_ASKED: Self = Self::new(&REFUND_ASKED);
    /// Goods are on their way back: `refund_no`, `order_no`, `courier_number`.
    pub const REFUND_SENT_BACK: Self = Self::new(&REFUND_SENT_BACK);
    /// The money of a refund could not be paid back: `refund_no`, `order_no`, `reason`.
    pub const REFUND_ABNORMAL: Self = Self::new(&REFUND_ABNORMAL);
    /// A payment came late, twice or wrongly: `out_trade_no`, `order_no`, `reason`; the id is the payment's.
    pub const PAY_EXCEPTION: Self = Self::new(&PAY_EXCEPTION);
    /// An account signed in from a network or a program that it has not used before: `ip`, `agent`. To its owner.
    pub const SECURITY_DEVICE: Self = Self::new(&SECURITY_DEVICE);
    /// Many wrong passwords in a row were given for an account: `failures`, `ip`. To its owner.
    pub const SECURITY_FAILURES: Self = Self::new(&SECURITY_FAILURES);
    /// Somebody else has changed an account's groups or rights: `name`. To its owner.
    pub const SECURITY_RIGHTS: Self = Self::new(&SECURITY_RIGHTS);
}
