"""What else stands in circulators' affidavits: oath, particulars, penalties, instructions, and the words such papers are made of.

A proposition that it explains is no statement in other words. Notation: `phrases.py`.
"""

from __future__ import annotations

from pipeline.section.phrases import word_set
from pipeline.section.statement_phrases import PHRASES

# Known other matter of real affidavits: oath, particulars, penalties, instructions, completeness of the paper.
BOILERPLATE: dict[str, tuple[str, ...]] = {
    "oath": (
        "sworn|oath|swear|depose|deposes|affirm|perjury|sworn|affirmed",
        "further ..4 sayeth|saith|says|say not|naught|nothing",
        "$SELF ..3 state|states|declare|declares|certify|certifies|say|says|affirm|swear|attest",
        "as follows",
        "state|states|declare|say|certify ..3 following",
    ),
    "particulars": (
        "reside|resides|residing|resident|residence|residing|live|lives",
        "my|printed|legal|full name is",
        "address is|of|at|where",
        "citizen of",
        "date|day of",
        "state|county|city of",
    ),
    "penalty": (
        "penalty|penalties|punishable|prosecuted|prosecution|felony|misdemeanor|fine|imprisonment|crime|criminal|offense|unlawful|fraud|violation|guilty",
        "false|untrue|misleading ..2 statement|statements|affidavit|information|oath",
    ),
    "this-paper": (
        "this|foregoing|above|my ..2 affidavit|statement|declaration|certificate|oath",
        "affidavit|statement|declaration|certificate|oath of|by ?the ?petition circulator|person|individual|affiant",
        "affidavit ..6 must|shall|may|is|was",
        "make|makes|made|making|sign|signs|execute|executed|give ..3 affidavit|statement|statements|declaration|declarations",
        "true|correct|accurate|complete ..1 and|to ..2 correct|complete|accurate|best|true",
        "free|own|voluntarily|freely ..2 will|act|accord|volition|voluntarily",
        "foregoing|above|statements|facts ..4 true|correct",
        "duly authorized|authorised",
        "of|upon|with my|his own|personal knowledge",
        "competent to",
        "lawful|legal|full|voting|sound ..1 age|mind",
    ),
    "filing": (
        "clerk ..6 accept|file|filing|reject|refuse|return|retain|count|office",
        "not ..2 accepted|filed|counted|valid",
        "filed|filing|submitted|returned|delivered ..6 clerk|city",
        "will|shall|may|is ..3 rejected|invalid|void|refused|disallowed|invalidated",
    ),
    "whole-paper": (
        "page|pages|sheet|sheets|section|copy|part ..6 "
        "removed|replaced|added|detached|disassembled|separated|altered|attached|unfastened|fastened|taken|assembled|stapled|changed|bound",
        "attached|affixed|fastened|stapled ..4 to ..5 section|petition|paper|page|pages|copy|text|measure",
        "complete|full|correct|true ..2 copy|text ..6 attached|included|measure|ordinance|affixed|part",
        "unattended|disassemble|disassembly|disassembled|altered|alter|intact|tampered",
        "copy|text of the ..3 measure|ordinance|initiative|summary",
    ),
    "instruction": (
        "must ?be|not|sign|complete|print",
        "please|print|type|legibly|instructions|note|notice|attention|completed|complete|fill|required|reverse|check",
        "do not",
        "only one|after",
        "you ..2 sign|may|must|are|have",
        "circulator may ..2 also|be",
        "organized|organised|paid|sponsored for|by",
        "mail|return|send ..3 completed|to|petition|sheets",
        "signatures ..6 obtained|collected|gathered ..4 between|from|on",
        "use|office|official|clerks ..1 only|use",
    ),
    "paid-circulator": PHRASES["paid-to-circulate"],
    "other-rights": (
        "did|have|has|do not ..6 sign|signed ..6 name|more|twice|once",
        "did|do it|so|this ..1 in person",
        "did|do it|so|this myself|personally|alone",
        "explained|answered|answer|explain|showed|shown|informed|told|warned|identification|carried",
        "understand|understands|know|knows|aware that",
        "do|did|have not|never ..4 encourage|asked|ask|induced|knowingly|intentionally|permit|permitted|allow|allowed",
        "misrepresent|misrepresented|misled|mislead",
        "thank|contact|telephone|phone|email|questions",
    ),
}
BOILERPLATE_NAMES = tuple(f"boiler:{name}" for name in BOILERPLATE)

# Words that show which statement a sentence that nothing explains might be about. Wide on purpose: here a word too many
# only sends a missing statement to a person.
FIELDS: dict[str, frozenset[str]] = {
    "read-laws": word_set(
        "law laws statute statutes rules ordinance ordinances regulations read understand understands code legal familiar"
    ),
    "aged-18": word_set("age aged years old older adult eighteen 18 birthday majority born minor"),
    "circulated-personally": word_set(
        "circulated circulate circulating carried personally myself alone sole hands presented took"
    ),
    "signed-in-presence": word_set(
        "presence present witnessed witness saw seen watched observed sight eyes view before signature signatures signed "
        "signing sign"
    ),
    "genuine": word_set("genuine true authentic own name names purport purports person persons signature signatures forged hand"),
    "registered": word_set("registered elector electors voter voters registration qualified eligible rolls vote"),
    "not-paid": word_set(
        "pay paid payment money value valuable gift reward inducement consideration compensation buy bought bribe dollar "
        "dollars benefit offered"
        " gave given promise promised induce induced exchange bargain sell sold"
    ),
    "number-of-signatures": word_set("number signatures contains containing bearing total count lines"),
    "opportunity-to-read": word_set(
        "opportunity chance read text available review able shown offered open provided presented access"
    ),
}

# Ordinary words of such papers. They stand in no phrase; they are here so that no slip of a letter is seen in them
# ("sought", "bought").
ORDINARY = word_set(
    "about above accept according acting action adopted against agent amended amendment among answer appear application "
    "apply approve"
    " approved assembled attach attempt attorney authority ballot based bound business call candidate cause cause causing "
    "charge charged"
    " charter check citizen cities city clerks collect collected colorado commission commissioned common constitution "
    "contents convicted"
    " council correctly counted county course court dated dates days december delivered department describe designated "
    "direct district"
    " document done during duty earlier effect either elected election enclosed entered entire entitled event every exact "
    "except executed"
    " expires explain face fact facts federal figure find finding fixed folio force form forms forth full furnished "
    "general good"
    " governing ground half hand hands heard held herein hereto hour identified identity impartial included indicated "
    "influence initiative"
    " initial inside intact intend interest issue issued january july june keep kept known lane large last lawful leave "
    "left legal length"
    " letter line lines live lived location made mail main manner march mark matter mayor means measure meeting member "
    "message method might"
    " mind moment month months municipality named nature necessary need none notarial notary november number numbered "
    "oath object occupied"
    " october offered office officer official once only open order ordered original others ourselves outside over page "
    "paid parties party"
    " passed period permitted personal place placed plain please position possible post power prepared prescribed print "
    "printed proceed"
    " proper proposal proposed propose provided public purpose question reached reason reasons recall received "
    "reconsidered record"
    " referendum referred regular relating removed reside resident residing respect result return road round rule said "
    "same school seal"
    " sealed second secretary september serial served several shown sides side sight similar since sought space special "
    "stand standing"
    " state stated station stood street strike subject submitted such suit summary taken telling term thing third thought "
    "thought through"
    " thus together took total town township true truth turn typed undersigned union unit united until upon used using "
    "vote voted ward water"
    " ways week well whole will within word words work worker written year yours zone brought bring bound sound"
)
