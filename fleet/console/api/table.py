"""Every call of the API, once: the routes and the OpenAPI document are made from it."""

from __future__ import annotations

from fleet.console.api import answers
from fleet.console.api.call import MANY_BYTES, Call
from fleet.console.api.calls import feeds, fleet, jobs, letters, notices, products, proxies, shops, volunteers
from fleet.console.api.confirming import OnMany
from fleet.console.api.given import Nothing
from fleet.operations import auditing, examining, queues, workers
from fleet.operations.console import overview
from fleet.operations.dead_letters import acting as letters_acting
from fleet.operations.dead_letters import planned as letters_planned
from fleet.operations.feeds import accounts, unregistered
from fleet.operations.jobs import adding, looking, steering
from fleet.operations.notices import rules as notices_rules
from fleet.operations.notices import targets as notices_targets
from fleet.operations.products import changes as product_changes
from fleet.operations.products import looking as products_looking
from fleet.operations.proxies import steering as proxies_operated
from fleet.operations.proxies import trying as proxies_tried
from fleet.operations.shops import currencies, domains, standing, ways
from fleet.operations.volunteers import looking as people_looking
from fleet.operations.volunteers import steering as people

GET, POST = "GET", "POST"

CALLS: tuple[Call, ...] = (
    Call(
        GET, "/overview", "The fleet at one glance: jobs by shop and state, the last day by the hour, who works.",
        fleet.show_overview, Nothing, answers.fleet.OverviewShape, (overview.overview,),
    ),
    Call(
        GET, "/doctor", "What is wrong, stuck or at risk, and what to do next; looked for anew every 20 seconds.",
        fleet.doctor, Nothing, answers.fleet.Findings, (examining.findings,),
    ),
    Call(
        GET, "/jobs", "Jobs, the last changed first.",
        jobs.list_, jobs.JobsGiven, answers.jobs.Jobs, (looking.list_jobs,),
    ),
    Call(
        GET, "/jobs/count", "How many jobs match, counted no further than `most`.",
        jobs.count, jobs.CountGiven, answers.jobs.Count, (looking.count_jobs,),
    ),
    Call(
        GET, "/jobs/errors", "Failed jobs counted by shop, state and error, the most first.",
        jobs.errors, jobs.ErrorsGiven, answers.jobs.Errors, (looking.count_errors,),
    ),
    Call(
        GET, "/jobs/show", "One job whole: its events, its posts, its result.",
        jobs.show, jobs.OneJob, answers.jobs.WholeJob, (looking.show_job,),
    ),
    Call(
        POST, "/jobs/add", "Links become jobs; one that is known stays one job.",
        jobs.add, jobs.LinksGiven, answers.jobs.AddedLinks, (adding.add_jobs,), MANY_BYTES,
    ),
    Call(
        POST, "/jobs/requeue", "DEAD and FAILED_PERMANENT jobs get all their attempts again.",
        jobs.requeue, OnMany, answers.jobs.Requeued, (steering.requeue_jobs, steering.plan), MANY_BYTES,
    ),
    Call(
        POST, "/jobs/recheck", "Jobs that ended, SUCCEEDED ones too, are crawled again now.",
        jobs.recheck, OnMany, answers.jobs.Rechecked, (steering.recheck_jobs, steering.plan), MANY_BYTES,
    ),
    Call(
        POST, "/jobs/cancel", "Open jobs end as FAILED_PERMANENT.",
        jobs.cancel, jobs.CancelGiven, answers.jobs.Cancelled, (steering.cancel_jobs, steering.plan), MANY_BYTES,
    ),
    Call(
        GET, "/products", "Products, the last seen first.",
        products.list_, products.ProductsGiven, answers.products.Products, (products_looking.list_products,),
    ),
    Call(
        GET, "/products/show", "What is known of one product now, with its last prices.",
        products.show, products.OneProduct, answers.products.WholeProduct, (products_looking.show_product,),
    ),
    Call(
        GET, "/products/history", "A product's recorded prices, the newest first.",
        products.history, products.HistoryGiven, answers.products.Prices, (products_looking.show_product,),
    ),
    Call(
        GET, "/products/changes", "Prices that fell or rose, back in stock, sold out, gone; the last first.",
        products.changes, products.ChangesGiven, answers.products.Changes, (product_changes.list_changes,),
    ),
    Call(
        GET, "/dlq", "Dead letters with what the database knows of their jobs.",
        letters.list_, letters.LettersGiven, answers.letters.Letters, (letters_acting.list_letters,),
    ),
    Call(
        POST, "/dlq/requeue", "The jobs of dead letters get another chance; then the letters go.",
        letters.requeue, letters.OnLetters, answers.letters.LettersDone,
        (letters_acting.requeue_letters, letters_planned.plan_letters, letters_planned.end_planned), MANY_BYTES,
    ),
    Call(
        POST, "/dlq/drop", "Dead letters are removed for good; their jobs stay as they are.",
        letters.drop, letters.OnLetters, answers.letters.LettersDone,
        (letters_acting.drop_letters, letters_planned.plan_letters, letters_planned.end_planned), MANY_BYTES,
    ),
    Call(
        GET, "/shops", "Each shop: paused or not, its budget, how reading its pages went; platforms in order.",
        shops.list_, shops.ShopsGiven, answers.shops.Shops, (standing.list_shops,),
    ),
    Call(
        GET, "/shops/show", "A platform's ways in order, what each brought, and the review of its terms.",
        shops.show, shops.LadderGiven, answers.shops.Ladder, (ways.show_ladder,),
    ),
    Call(
        POST, "/shops/pause", "Nothing new of this shop is published or claimed.",
        shops.pause, shops.PauseShop, answers.shops.ShopPaused, (standing.pause_shop,),
    ),
    Call(
        POST, "/shops/resume", "A paused shop goes on.",
        shops.resume, shops.OneShop, answers.shops.ShopResumed, (standing.resume_shop, standing.still_paused),
    ),
    Call(
        POST, "/shops/ways", "A platform's ways are switched off and on.",
        shops.ways, shops.WaysGiven, answers.shops.Ladder, (ways.switch_ways,),
    ),
    Call(
        POST, "/shops/review", "Somebody has read a shop's terms now.",
        shops.review, shops.ReviewGiven, answers.shops.ShopNamed, (ways.review_shop,),
    ),
    Call(
        GET, "/shops/domains", "Shops of the open web: of the settings, and those added.",
        shops.domains, shops.DomainsGiven, answers.shops.Domains, (domains.list_domains,),
    ),
    Call(
        POST, "/shops/add-domain", "Links to a shop of the open web are taken from now on.",
        shops.add, shops.OneDomain, answers.shops.DomainAdded, (domains.add_domain,),
    ),
    Call(
        POST, "/shops/remove-domain", "Links to a shop that was added are taken no more.",
        shops.remove, shops.OneDomain, answers.shops.DomainRemoved, (domains.remove_domain,),
    ),
    Call(
        POST, "/shops/currency", "What a shop of the open web asks its prices in where its pages do not say it.",
        shops.currency, shops.CurrencyGiven, answers.shops.CurrencyKnown, (currencies.tell_currency,),
    ),
    Call(
        GET, "/feeds", "The watched accounts: last poll, next poll, errors, links taken today.",
        feeds.list_, Nothing, answers.feeds.Feeds, (accounts.list_accounts,),
    ),
    Call(
        POST, "/feeds/poll", "The running ingestor polls this account within seconds.",
        feeds.poll, feeds.OneAccount, answers.feeds.AccountNamed, (accounts.poll_now,),
    ),
    Call(
        POST, "/feeds/pause", "This account is polled no more until it is resumed.",
        feeds.pause, feeds.PauseAccount, answers.feeds.AccountPaused, (accounts.pause_account,),
    ),
    Call(
        POST, "/feeds/resume", "A paused account is polled again, where it was left.",
        feeds.resume, feeds.OneAccount, answers.feeds.AccountResumed, (accounts.resume_account,),
    ),
    Call(
        GET, "/feeds/unregistered", "Domains that posts link to and that are no shop here, the most linked first.",
        feeds.unregistered, feeds.UnregisteredGiven, answers.feeds.Unregistered, (unregistered.list_unregistered,),
    ),
    Call(
        GET, "/workers", "The processes heard of in the last day: what each does now, or why it is idle.",
        fleet.workers, fleet.WorkersGiven, answers.fleet.Workers, (workers.list_workers,),
    ),
    Call(
        GET, "/volunteers", "Everybody invited, with what their machines did today (UTC).",
        volunteers.list_, Nothing, answers.volunteers.Volunteers, (people_looking.list_volunteers,),
    ),
    Call(
        GET, "/volunteers/show", "One person: machines, checks, trust by shop, what operators did about them.",
        volunteers.show, volunteers.Who, answers.volunteers.Volunteer, (people_looking.show_volunteer,),
    ),
    Call(
        POST, "/volunteers/pause", "A person's machines, or one machine, get no more tasks.",
        volunteers.pause, volunteers.Why, answers.volunteers.Paused, (people.pause_volunteer,),
    ),
    Call(
        POST, "/volunteers/resume", "A pause ends.",
        volunteers.resume, volunteers.WhoOrMachine, answers.volunteers.Resumed, (people.resume_volunteer,),
    ),
    Call(
        POST, "/volunteers/revoke", "Nothing is taken of them any more; their leases come back. For good.",
        volunteers.revoke, volunteers.WhoOrMachine, answers.volunteers.Revoked, (people.revoke_volunteer,),
    ),
    Call(
        POST, "/volunteers/limits", "How much each of a person's machines may take.",
        volunteers.limits, volunteers.Limits, answers.volunteers.Limited, (people.limit_volunteer,),
    ),
    Call(
        POST, "/volunteers/trust", "Whether a person's machines are the operator's own.",
        volunteers.trust, volunteers.Trusted, answers.volunteers.Limited, (people.trust_volunteer,),
    ),
    Call(
        POST, "/volunteers/forgive", "Failed checks count no more; who was set aside is back.",
        volunteers.forgive, volunteers.Forgive, answers.volunteers.Forgiven, (people.forgive_volunteer,),
    ),
    Call(
        GET, "/proxies", "The operator's proxies and the health of each.",
        proxies.list_, Nothing, answers.proxies.Proxies, (proxies_operated.list_proxies,),
    ),
    Call(
        POST, "/proxies/add", "Its domains go through proxies from then on, and wait while none may be used.",
        proxies.add, proxies.AddProxy, answers.proxies.ProxyAdded, (proxies_operated.add_proxy,),
    ),
    Call(
        POST, "/proxies/test", "A shop's robots.txt is asked for through it; an answer ends its pause after failures.",
        proxies.test, proxies.TryProxy, answers.proxies.ProxyTried, (proxies_tried.try_proxy,),
    ),
    Call(
        POST, "/proxies/remove", "It goes with its password; what only it served goes out from the workers themselves.",
        proxies.remove, proxies.OneProxy, answers.proxies.ProxyRemoved, (proxies_operated.remove_proxy,),
    ),
    Call(
        POST, "/proxies/off", "Nothing goes through this proxy; domains that have no other wait.",
        proxies.off, proxies.SwitchOff, answers.proxies.ProxySwitched, (proxies_operated.switch_proxy,),
    ),
    Call(
        POST, "/proxies/on", "It is used again, as if nothing had been seen of it.",
        proxies.on, proxies.OneProxy, answers.proxies.ProxySwitched, (proxies_operated.switch_proxy,),
    ),
    Call(
        GET, "/notify/rules", "What is told, to which target, and when.",
        notices.rules, Nothing, answers.notices.Rules, (notices_rules.list_rules,),
    ),
    Call(
        POST, "/notify/rules/add", "What is told from now on, each event once.",
        notices.add, notices.AddRule, answers.notices.RuleAdded, (notices_rules.add_rule,),
    ),
    Call(
        POST, "/notify/rules/on", "It tells what happens from now on.",
        notices.on, notices.OneRule, answers.notices.RuleSwitched, (notices_rules.switch_rule,),
    ),
    Call(
        POST, "/notify/rules/off", "It tells nothing any more; what it had still to send is dropped.",
        notices.off, notices.OneRule, answers.notices.RuleSwitched, (notices_rules.switch_rule,),
    ),
    Call(
        POST, "/notify/rules/remove", "The rule goes, with what it had still to send; what it told stays in the log.",
        notices.remove, notices.OneRule, answers.notices.RuleNamed, (notices_rules.remove_rule,),
    ),
    Call(
        GET, "/notify/targets", "Where messages go, without the secret part, and whether it works.",
        notices.targets, Nothing, answers.notices.Targets, (notices_targets.list_targets,),
    ),
    Call(
        POST, "/notify/targets/add", "Somewhere that messages go: a service's address, a secret.",
        notices.add_to, notices.AddTarget, answers.notices.Target, (notices_targets.add_target,),
    ),
    Call(
        POST, "/notify/targets/remove", "A target that no rule sends to goes, and its address is forgotten.",
        notices.remove_to, notices.OneTarget, answers.notices.TargetNamed, (notices_targets.remove_target,),
    ),
    Call(
        POST, "/notify/test", "A test message to one target, sent once from the console's machine; at most 30 seconds.",
        notices.test, notices.OneTarget, answers.notices.TargetTried, (notices_targets.try_targets,),
    ),
    Call(
        GET, "/notify/log", "What was told, what waits and what did not arrive, the last first.",
        notices.log, notices.LogGiven, answers.notices.Notices, (notices_rules.list_notices,),
    ),
    Call(
        GET, "/audit", "What operators and programs did: who, what, to how many; the last first.",
        fleet.audit, fleet.AuditGiven, answers.fleet.Audit, (auditing.list_audit,),
    ),
    Call(
        GET, "/queues", "How many messages wait in each queue, and how many consumers it has.",
        fleet.queues, Nothing, answers.fleet.Queues, (queues.queue_depths,),
    ),
)  # fmt: skip
