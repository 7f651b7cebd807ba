//! What may be done with a count sheet: pure. 0 counting, 1 submitted, 2 posted, 3 voided.

use bus_schemas::count::{CountDraft, CountEvent, CountPosting, CountScope, CountSheet, CountStatus, CountTallies, Tolerance};
use bus_schemas::ids::{AdminId, CountId};
use bus_schemas::warehouse::StockRefusal;

use crate::order::lines::TEXT_MAX;

/// Actions, as in routes, permission nodes and the history.
pub const ADD: &str = "add";
pub const EDIT: &str = "edit";
pub const COUNT: &str = "count";
pub const SUBMIT: &str = "submit";
pub const RECOUNT: &str = "recount";
pub const POST: &str = "post";
pub const VOID: &str = "void";
pub const ZERO_REST: &str = "zeroRest";

/// Why a sheet refuses. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountRefusal {
    #[error("no such sheet")]
    NotFound,
    /// The sheet's status does not allow it.
    #[error("not allowed in this state")]
    Transition { status: CountStatus, allowed: Vec<&'static str> },
    /// Somebody else changed it since.
    #[error("changed meanwhile by {changed_by}")]
    Version { current: i64, changed_by: AdminId },
    /// A field is missing or impossible: its path and the key of the message.
    #[error("{field}: {key}")]
    Invalid { field: String, key: &'static str },
    /// The reviewer has counted.
    #[error("another person must review")]
    Reviewer,
    /// Lines are to be counted again first.
    #[error("{lines} lines are to be counted again")]
    RecountFirst { lines: u32 },
    /// No place has what the sheet is limited to.
    #[error("the sheet covers no place")]
    NothingCovered,
    /// Nobody has counted anything.
    #[error("nothing was counted")]
    NothingCounted,
    /// The number of lines that were to be set to zero is another one.
    #[error("{lines} lines are not counted")]
    RestChanged { lines: u32 },
    /// The person used this command id before, for something else.
    #[error("the command id was used before for something else")]
    CommandReused,
    /// The warehouse refuses the differences.
    #[error("{refusal}")]
    Stock { refusal: StockRefusal },
}

/// A refusal that names a field by its path and the message by its key.
#[must_use]
pub fn invalid(field: impl Into<String>, key: &'static str) -> CountRefusal {
    CountRefusal::Invalid { field: field.into(), key }
}

/// Who acts, and when.
#[derive(Clone, Copy, Debug)]
pub struct Act {
    pub admin: AdminId,
    /// Unix milliseconds.
    pub now_ms: i64,
    /// The version the person saw, if they know of versions.
    pub version: Option<i64>,
}

/// The actions that a status allows.
#[must_use]
pub fn allowed(status: CountStatus) -> &'static [&'static str] {
    match status {
        CountStatus::Counting => &[EDIT, COUNT, ZERO_REST, RECOUNT, SUBMIT, VOID],
        CountStatus::Submitted => &[EDIT, RECOUNT, POST, VOID],
        CountStatus::Posted | CountStatus::Voided => &[],
    }
}

/// Refuses what the status does not allow.
pub fn check(sheet: &CountSheet, action: &str) -> Result<(), CountRefusal> {
    let allowed = allowed(sheet.status);
    if allowed.contains(&action) { Ok(()) } else { Err(CountRefusal::Transition { status: sheet.status, allowed: allowed.to_vec() }) }
}

/// Whether a sheet is limited to goods that the books know.
fn is_limited_to_goods(scope: &CountScope) -> bool {
    !scope.categories.is_empty() || !scope.products.is_empty() || scope.moved_days.is_some()
}

/// A new sheet with so many lines. Its number is given when it is written.
///
/// A warehouse or an area that is empty in the books may have a sheet: people walk it, and what they meet is entered as found
/// goods, as in a count before the first receipt. Goods that lie nowhere are refused: there is no place to walk to.
pub fn create(id: CountId, draft: &CountDraft, lines: u32, tolerance: Tolerance, today: &str, act: Act) -> Result<CountSheet, CountRefusal> {
    if lines == 0 && is_limited_to_goods(&draft.scope) {
        return Err(CountRefusal::NothingCovered);
    }
    let sheet = CountSheet {
        id,
        number: String::new(),
        warehouse: draft.warehouse,
        scope: draft.scope.clone(),
        blind: draft.blind,
        status: CountStatus::Counting,
        tolerance,
        remark: check_text("remark", &draft.remark)?,
        business_date: today.to_owned(),
        admin: draft.admin.unwrap_or(act.admin),
        created_by: act.admin,
        submitted_by: None,
        posted_by: None,
        posting: None,
        entry: None,
        version: 0,
        saves: 0,
        tallies: CountTallies { lines, ..CountTallies::default() },
        counters: Vec::new(),
        created_at: act.now_ms,
        updated_at: act.now_ms,
    };
    Ok(entered(sheet, ADD, None, None, act))
}

fn check_text(field: &str, text: &str) -> Result<String, CountRefusal> {
    let text = text.trim();
    if text.chars().count() > TEXT_MAX { Err(invalid(field, "error.text.long")) } else { Ok(text.to_owned()) }
}

fn check_reason(reason: &str) -> Result<String, CountRefusal> {
    let reason = check_text("reason", reason)?;
    if reason.is_empty() { Err(invalid("reason", "error.required")) } else { Ok(reason) }
}

fn entered(mut sheet: CountSheet, action: &str, from: Option<CountStatus>, reason: Option<String>, act: Act) -> CountSheet {
    sheet.entry = Some(CountEvent { at: act.now_ms, admin: act.admin, action: action.to_owned(), from, to: sheet.status, reason });
    sheet.version += 1;
    sheet.updated_at = act.now_ms;
    sheet
}

/// The sheet, if the action is allowed on the version that the person saw.
fn begun(sheet: &CountSheet, action: &str, act: Act) -> Result<CountSheet, CountRefusal> {
    if act.version.is_some_and(|version| version != sheet.version) {
        let changed_by = sheet.entry.as_ref().map_or(sheet.created_by, |entry| entry.admin);
        return Err(CountRefusal::Version { current: sheet.version, changed_by });
    }
    check(sheet, action)?;
    Ok(sheet.clone())
}

/// Changes remark and person in charge. What a sheet covers stays.
pub fn edit(sheet: &CountSheet, remark: Option<&str>, admin: Option<AdminId>, act: Act) -> Result<CountSheet, CountRefusal> {
    let mut next = begun(sheet, EDIT, act)?;
    if let Some(remark) = remark {
        next.remark = check_text("remark", remark)?;
    }
    next.admin = admin.unwrap_or(next.admin);
    Ok(entered(next, EDIT, Some(sheet.status), None, act))
}

/// Hands the sheet to the reviewer.
pub fn submit(sheet: &CountSheet, act: Act) -> Result<CountSheet, CountRefusal> {
    let mut next = begun(sheet, SUBMIT, act)?;
    if next.tallies.counted == 0 {
        return Err(CountRefusal::NothingCounted);
    }
    if next.tallies.recount > 0 {
        return Err(CountRefusal::RecountFirst { lines: next.tallies.recount });
    }
    next.status = CountStatus::Submitted;
    next.submitted_by = Some(act.admin);
    Ok(entered(next, SUBMIT, Some(sheet.status), None, act))
}

/// Back to counting; the lines that are to be counted again are marked beside it.
pub fn recount(sheet: &CountSheet, tallies: CountTallies, act: Act) -> Result<CountSheet, CountRefusal> {
    let mut next = begun(sheet, RECOUNT, act)?;
    next.status = CountStatus::Counting;
    next.submitted_by = None;
    next.tallies = tallies;
    Ok(entered(next, RECOUNT, Some(sheet.status), None, act))
}

/// Sets what nobody counted to zero, if it is as many lines as the person has confirmed.
pub fn zero_rest(sheet: &CountSheet, confirmed: u32, tallies: CountTallies, act: Act) -> Result<CountSheet, CountRefusal> {
    let mut next = begun(sheet, ZERO_REST, act)?;
    let rest = sheet.tallies.lines - sheet.tallies.counted;
    if rest == 0 || confirmed != rest {
        return Err(CountRefusal::RestChanged { lines: rest });
    }
    next.tallies = tallies;
    if !next.counters.contains(&act.admin) {
        next.counters.push(act.admin);
    }
    Ok(entered(next, ZERO_REST, Some(sheet.status), None, act))
}

/// Posts the sheet. People who counted may not post it, unless a super administrator overrules with a reason.
pub fn post(sheet: &CountSheet, overruled: Option<&str>, act: Act) -> Result<CountSheet, CountRefusal> {
    let mut next = begun(sheet, POST, act)?;
    let mut reason = None;
    if sheet.counters.contains(&act.admin) {
        reason = Some(check_reason(overruled.ok_or(CountRefusal::Reviewer)?)?);
    }
    let CountTallies { lines, counted, different, .. } = sheet.tallies;
    next.status = CountStatus::Posted;
    next.posted_by = Some(act.admin);
    next.posting = Some(CountPosting { equal: counted - different, different, not_counted: lines - counted, ..CountPosting::default() });
    Ok(entered(next, POST, Some(sheet.status), reason, act))
}

/// Gives it up: nothing was ever posted.
pub fn void(sheet: &CountSheet, reason: &str, act: Act) -> Result<CountSheet, CountRefusal> {
    let mut next = begun(sheet, VOID, act)?;
    let reason = check_reason(reason)?;
    next.status = CountStatus::Voided;
    Ok(entered(next, VOID, Some(sheet.status), Some(reason), act))
}
